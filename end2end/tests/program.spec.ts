// The program as these tests start it.
import { rows } from "../support/rows";
import { expect, test } from "../support/server";

test("a killed program starts again on its data, and the data is sound", async ({
  page,
  server,
}) => {
  await page.goto("/");
  const before = await rows(server);
  await server.kill();
  await server.startAgain();
  await page.reload();
  await expect(page.locator("h1")).toHaveCount(1);
  const after = await rows(server);
  expect(after.violations).toEqual([]);
  expect(after).toEqual(before);
});

test("the line passes pages on", async ({ page, line }) => {
  await page.goto(line.url);
  await expect(page.locator("h1")).toHaveCount(1);
  expect(line.requests[0]).toEqual({ method: "GET", path: "/" });
});
