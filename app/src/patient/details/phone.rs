//! Telephone numbers as people type them: full-width digits, spaces, dashes of every kind, `+`, `00`.

use phonenumber::PhoneNumber;
use unicode_normalization::UnicodeNormalization;

use super::mistake::Mistake;

/// Reads a telephone number into E.164. Numbers without `+` are those of `region` (ISO 3166).
///
/// Lenient where the tables of number ranges are not up to date: a number of the right length is taken, since one that
/// nobody can be reached at is found out by calling, and a good one that is refused is a patient who can't book.
pub(crate) fn phone(typed: &str, region: &str) -> Result<String, Mistake> {
    let digits = digits(typed)?;
    let count = digits.chars().filter(char::is_ascii_digit).count();
    let wrong = || Mistake::PhoneLength {
        digits: count,
        region_is_japan: region == "JP",
    };
    let number = read(&digits, region).ok_or_else(wrong)?;
    let (code, national) = (number.country().code(), number.national().to_string());
    let plausible = match code {
        81 => is_japanese_length(&national),
        _ => national.len() >= 6 && (8..=15).contains(&(code.to_string().len() + national.len())),
    };
    if number.is_valid() || plausible {
        Ok(format!("+{code}{national}"))
    } else {
        Err(wrong())
    }
}

fn read(digits: &str, region: &str) -> Option<PhoneNumber> {
    if !digits.starts_with('+') {
        return phonenumber::parse(Some(region.parse().ok()?), digits).ok();
    }
    // With a region the crate would drop that region's trunk zero from a number of any country.
    let number = phonenumber::parse(None, digits).ok()?;
    if number.is_valid() || number.national().zeros() == 0 {
        return Some(number);
    }
    // A trunk zero behind the country code of a country that drops it; those that keep it were valid above.
    let without = format!("+{}{}", number.country().code(), number.national().value());
    phonenumber::parse(None, without).ok()
}

/// Nine digits after the zero; ten for mobile, IP and some free numbers.
fn is_japanese_length(national: &str) -> bool {
    match (national.as_bytes(), national.len()) {
        // 060 is mobile by now, and 06 is Osaka.
        ([b'6', b'0', ..], length) => (9..=10).contains(&length),
        ([b'2' | b'5' | b'7'..=b'9', b'0', ..], length) => length == 10,
        (_, length) => length == 9,
    }
}

/// Digits with a leading `+` at most.
fn digits(typed: &str) -> Result<String, Mistake> {
    let mut digits = String::new();
    for c in typed.nfkc() {
        match c {
            '0'..='9' => digits.push(c),
            '+' if digits.is_empty() => digits.push(c),
            // Dashes: ASCII, typographic, minus, and the long-vowel mark that Japanese keyboards give.
            '-'
            | '.'
            | '('
            | ')'
            | '/'
            | '\u{2010}'..='\u{2015}'
            | '\u{2212}'
            | '\u{30fc}'
            | '\u{301c}'
            | '~' => {}
            c if c.is_whitespace()
                || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{feff}') => {}
            _ => return Err(Mistake::PhoneCharacters),
        }
    }
    if digits.is_empty() {
        return Err(Mistake::PhoneMissing);
    }
    // 00 is how most of the world dials out; no national number begins with it.
    Ok(match digits.strip_prefix("00") {
        Some(rest) => format!("+{rest}"),
        None => digits,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn c112_an_international_number_is_taken_as_it_is_typed() {
        for (typed, wanted) in [
            ("+91 98 5158 7246", "+919851587246"),
            ("0031 20 123 4567", "+31201234567"),
            ("０９０－１２３４－５６７８", "+819012345678"),
            ("090ー1234ー5678", "+819012345678"),
            ("090‐1234–5678", "+819012345678"),
            ("（03）1234-5678", "+81312345678"),
            ("(03) 1234 5678", "+81312345678"),
            ("＋８１ ９０ １２３４ ５６７８", "+819012345678"),
            ("\u{202a}+81 90-1234-5678\u{202c}", "+819012345678"),
            ("050-1234-5678", "+815012345678"),
            ("03-0000-0000", "+81300000000"),
            ("0120-123-456", "+81120123456"),
            ("0800-123-4567", "+818001234567"),
            ("090-0000-0000", "+819000000000"),
        ] {
            assert_eq!(phone(typed, "JP"), Ok(wanted.to_owned()), "{typed}");
        }
    }

    #[test]
    fn c113_the_trunk_zero_goes_where_the_country_drops_it() {
        for (typed, region, wanted) in [
            ("+81 090-1234-5678", "JP", "+819012345678"),
            ("090-1234-5678", "JP", "+819012345678"),
            ("+81 (0)90 1234 5678", "JP", "+819012345678"),
            ("+61 (0431) 234 567", "JP", "+61431234567"),
            ("+49 030 123456", "JP", "+4930123456"),
            ("+39 06 6982 1234", "JP", "+390669821234"),
            ("06 6982 1234", "IT", "+390669821234"),
            ("(212) 555-0123", "US", "+12125550123"),
        ] {
            assert_eq!(phone(typed, region), Ok(wanted.to_owned()), "{typed}");
        }
    }

    #[test]
    fn what_is_no_number_is_said_so() {
        for (typed, wanted) in [
            ("", Mistake::PhoneMissing),
            (" 　-", Mistake::PhoneMissing),
            (
                "090-1234-567",
                Mistake::PhoneLength {
                    digits: 10,
                    region_is_japan: true,
                },
            ),
            (
                "090-000-000",
                Mistake::PhoneLength {
                    digits: 9,
                    region_is_japan: true,
                },
            ),
            (
                "1234",
                Mistake::PhoneLength {
                    digits: 4,
                    region_is_japan: true,
                },
            ),
            (
                "0901234567890123",
                Mistake::PhoneLength {
                    digits: 16,
                    region_is_japan: true,
                },
            ),
            ("call me", Mistake::PhoneCharacters),
            ("090-1234-5678 内線2", Mistake::PhoneCharacters),
            ("090+1234", Mistake::PhoneCharacters),
        ] {
            assert_eq!(phone(typed, "JP"), Err(wanted), "{typed}");
        }
    }
}
