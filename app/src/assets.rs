//! The style sheet, the script and the icon, joined into the binary and served under names
//! that carry their hash: such an address never changes its content and may be cached for good.

use std::sync::LazyLock;

/// The style sheets in the order in which they are joined: tokens first, print last.
const STYLES: &[&str] = &[
    include_str!("../../style/tokens.css"),
    include_str!("../../style/base.css"),
    include_str!("../../style/mark.css"),
    include_str!("../../style/header.css"),
    include_str!("../../style/staff-nav.css"),
    include_str!("../../style/steps.css"),
    include_str!("../../style/footer.css"),
    include_str!("../../style/button.css"),
    include_str!("../../style/field.css"),
    include_str!("../../style/choices.css"),
    include_str!("../../style/error-summary.css"),
    include_str!("../../style/notice.css"),
    include_str!("../../style/countdown.css"),
    include_str!("../../style/card.css"),
    include_str!("../../style/slip.css"),
    include_str!("../../style/summary-list.css"),
    include_str!("../../style/day-nav.css"),
    include_str!("../../style/slot-grid.css"),
    include_str!("../../style/table.css"),
    include_str!("../../style/counts.css"),
    include_str!("../../style/request-row.css"),
    include_str!("../../style/board.css"),
    include_str!("../../style/staff-form.css"),
    include_str!("../../style/print.css"),
];

/// The scripts: each is a courtesy, every page works without them.
const SCRIPTS: &[&str] = &[
    include_str!("../../public/submit-once.js"),
    include_str!("../../public/double-click.js"),
    include_str!("../../public/countdown.js"),
];

const ICON: &[&str] = &[include_str!("../../public/icon.svg")];

/// The address of the style sheet: `/assets/style-<hash>.css`.
pub fn style_href() -> &'static str {
    &FILES.style.href
}

/// The address of the script (load it with `defer`): `/assets/script-<hash>.js`.
pub fn script_href() -> &'static str {
    &FILES.script.href
}

/// The address of the icon (`<link rel="icon" type="image/svg+xml">`): `/assets/icon-<hash>.svg`.
pub fn icon_href() -> &'static str {
    &FILES.icon.href
}

/// Content type and bytes of one of the addresses above, `None` for any other.
pub fn asset(path: &str) -> Option<(&'static str, &'static [u8])> {
    [&FILES.style, &FILES.script, &FILES.icon]
        .into_iter()
        .find(|file| file.href == path)
        .map(|file| (file.content_type, file.content.as_bytes()))
}

struct File {
    href: String,
    content_type: &'static str,
    content: String,
}

impl File {
    fn join(name: &str, ending: &str, content_type: &'static str, parts: &[&str]) -> File {
        let content = parts.concat();
        let hash = blake3::hash(content.as_bytes()).to_hex();
        // 64 bits are plenty to tell one release's file from the next.
        let short = hash.get(..16).unwrap_or_default();
        File {
            href: format!("/assets/{name}-{short}.{ending}"),
            content_type,
            content,
        }
    }
}

struct Files {
    style: File,
    script: File,
    icon: File,
}

static FILES: LazyLock<Files> = LazyLock::new(|| Files {
    style: File::join("style", "css", "text/css; charset=utf-8", STYLES),
    script: File::join("script", "js", "text/javascript; charset=utf-8", SCRIPTS),
    icon: File::join("icon", "svg", "image/svg+xml", ICON),
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_address_is_served_and_no_other() {
        for (href, content_type) in [
            (style_href(), "text/css; charset=utf-8"),
            (script_href(), "text/javascript; charset=utf-8"),
            (icon_href(), "image/svg+xml"),
        ] {
            assert!(href.starts_with("/assets/"), "{href}");
            let (found, bytes) = asset(href).unwrap_or_default();
            assert_eq!(found, content_type);
            assert!(!bytes.is_empty());
        }
        for other in [
            "",
            "/assets/",
            "/assets/style.css",
            "/assets/../style-0.css",
        ] {
            assert_eq!(asset(other), None, "{other}");
        }
    }

    fn files_in(folder: &str, ending: &str) -> usize {
        let folder = format!("{}/../{folder}", env!("CARGO_MANIFEST_DIR"));
        let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
        files
            .filter(|file| file.path().extension().is_some_and(|it| it == ending))
            .count()
    }

    /// A file that nobody joins would be a component without clothes, or a courtesy that nobody meets.
    #[test]
    fn every_style_sheet_and_every_script_is_joined() {
        assert_eq!(files_in("style", "css"), STYLES.len());
        assert_eq!(files_in("public", "js"), SCRIPTS.len());
    }

    #[test]
    fn only_the_tokens_name_colours() {
        for sheet in &STYLES[1..] {
            for word in ["#fff", "rgb(", "hsl(", "oklch("] {
                assert!(
                    !sheet.contains(word),
                    "{word} in: {}",
                    sheet.lines().next().unwrap_or_default()
                );
            }
        }
    }
}
