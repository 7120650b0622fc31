// A database of its own on the Postgres server that `cargo xtask` has started for the tests.
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { promisify } from "node:util";

const run = promisify(execFile);

export class Database {
  private constructor(
    private readonly name: string,
    /** Its address. */
    readonly url: string,
  ) {}

  /** A new and empty one. */
  static async create(): Promise<Database> {
    const name = `t_browser_${randomBytes(8).toString("hex")}`;
    await psql(`create database ${name}`);
    const url = new URL(variable("HITOTSU_TEST_POSTGRES"));
    url.pathname = `/${name}`;
    return new Database(name, url.href);
  }

  /** Whoever is still connected is thrown out. */
  async drop(): Promise<void> {
    await psql(`drop database if exists ${this.name} with (force)`);
  }
}

async function psql(statement: string): Promise<void> {
  await run(variable("HITOTSU_TEST_PSQL"), [variable("HITOTSU_TEST_POSTGRES"), "-qc", statement]);
}

function variable(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} must be set: use \`cargo xtask browser\``);
  return value;
}
