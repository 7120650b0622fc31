//! The date of birth as typed: an era and three numbers.

use chrono::{Datelike, NaiveDate};
use unicode_normalization::UnicodeNormalization;

use super::mistake::Mistake;

/// How the year was counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Era {
    /// 西暦.
    #[default]
    Western,
    /// 令和, from 2019.
    Reiwa,
    /// 平成, 1989 to 2019.
    Heisei,
    /// 昭和, 1926 to 1989.
    Showa,
    /// 大正, 1912 to 1926.
    Taisho,
}

impl Era {
    /// In the order of the choices.
    pub(crate) const ALL: [Era; 5] = [
        Era::Western,
        Era::Reiwa,
        Era::Heisei,
        Era::Showa,
        Era::Taisho,
    ];

    /// The value that the form sends.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Era::Western => "ce",
            Era::Reiwa => "reiwa",
            Era::Heisei => "heisei",
            Era::Showa => "showa",
            Era::Taisho => "taisho",
        }
    }

    /// Reads what the form sends.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|era| era.as_str() == text)
    }

    /// The Western year before its first, and its last year. Whole years, although eras change within one: people
    /// write 昭和64年 for a day that was already 平成1年, and it is plain what they mean.
    const fn years(self) -> (i32, i32) {
        match self {
            Era::Western => (0, 9999),
            Era::Reiwa => (2018, 999),
            Era::Heisei => (1988, 31),
            Era::Showa => (1925, 64),
            Era::Taisho => (1911, 15),
        }
    }
}

/// The four fields as they were typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TypedDate<'a> {
    /// How the year is counted; empty means Western.
    pub(crate) era: &'a str,
    /// The year in that count; 元 is the first.
    pub(crate) year: &'a str,
    /// The month.
    pub(crate) month: &'a str,
    /// The day.
    pub(crate) day: &'a str,
}

/// Reads a date of birth: a real one, from 1900 to `today`. `None` when nothing was typed.
pub(crate) fn birth(typed: TypedDate<'_>, today: NaiveDate) -> Result<Option<NaiveDate>, Mistake> {
    let [year, month, day] = [typed.year, typed.month, typed.day].map(plain);
    if [&year, &month, &day].iter().all(|part| part.is_empty()) {
        return Ok(None);
    }
    let year = number(
        &year,
        Mistake::BirthYearMissing,
        Mistake::BirthYearNotNumber,
    )?;
    let month = number(&month, Mistake::BirthMonthMissing, Mistake::BirthMonthWrong)?;
    let day = number(&day, Mistake::BirthDayMissing, Mistake::BirthDayNotNumber)?;
    let era = match typed.era {
        "" => Era::Western,
        given => Era::parse(given).ok_or(Mistake::BirthEraMissing)?,
    };
    let (before, last) = era.years();
    if era == Era::Western && year < 100 {
        return Err(Mistake::BirthYearShort);
    }
    if !(1..=last).contains(&year) {
        return Err(Mistake::BirthEraYear { last });
    }
    let year = before + year;
    if !(1..=12).contains(&month) {
        return Err(Mistake::BirthMonthWrong);
    }
    let last_day = last_day(year, month.unsigned_abs());
    let date = NaiveDate::from_ymd_opt(year, month.unsigned_abs(), day.unsigned_abs()).ok_or(
        Mistake::BirthNoSuchDay {
            month,
            last: last_day,
        },
    )?;
    if date > today {
        return Err(Mistake::BirthFuture);
    }
    if date.year() < 1900 {
        return Err(Mistake::BirthTooEarly);
    }
    Ok(Some(date))
}

fn plain(text: &str) -> String {
    text.nfkc().filter(|c| !c.is_whitespace()).collect()
}

fn number(text: &str, missing: Mistake, wrong: Mistake) -> Result<i32, Mistake> {
    if text.is_empty() {
        return Err(missing);
    }
    // 年, 月 and 日 stand beside the fields; people type them all the same.
    let digits = text.trim_end_matches(['年', '月', '日']);
    match digits {
        "元" => Ok(1),
        digits
            if digits.len() <= 4
                && !digits.is_empty()
                && digits.bytes().all(|b| b.is_ascii_digit()) =>
        {
            digits.parse().map_err(|_| wrong)
        }
        _ => Err(wrong),
    }
}

fn last_day(year: i32, month: u32) -> u32 {
    (28..=31)
        .rev()
        .find(|day| NaiveDate::from_ymd_opt(year, month, *day).is_some())
        .unwrap_or(31)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(era: &str, year: &str, month: &str, day: &str) -> Result<Option<String>, Mistake> {
        let today = NaiveDate::from_ymd_opt(2026, 3, 2).unwrap();
        birth(
            TypedDate {
                era,
                year,
                month,
                day,
            },
            today,
        )
        .map(|date| date.map(|d| d.to_string()))
    }

    #[test]
    fn every_era_gives_the_same_calendar() {
        for (era, year, month, day, wanted) in [
            ("ce", "1981", "3", "12", "1981-03-12"),
            ("", "1981", "3", "12", "1981-03-12"),
            ("showa", "56", "3", "12", "1981-03-12"),
            ("showa", "64", "1", "7", "1989-01-07"),
            ("showa", "64", "1", "8", "1989-01-08"),
            ("heisei", "1", "1", "8", "1989-01-08"),
            ("heisei", "元", "1", "8", "1989-01-08"),
            ("heisei", "31", "4", "30", "2019-04-30"),
            ("reiwa", "1", "5", "1", "2019-05-01"),
            ("reiwa", "8", "3", "2", "2026-03-02"),
            ("taisho", "15", "12", "24", "1926-12-24"),
            ("ce", "１９８１", "０３", " 12 ", "1981-03-12"),
            ("showa", "56年", "3月", "12日", "1981-03-12"),
            ("ce", "2024", "2", "29", "2024-02-29"),
            ("ce", "1900", "1", "1", "1900-01-01"),
        ] {
            assert_eq!(
                read(era, year, month, day),
                Ok(Some(wanted.into())),
                "{era} {year} {month} {day}"
            );
        }
        assert_eq!(
            read("showa", " ", "", "　"),
            Ok(None),
            "an era alone says nothing"
        );
    }

    #[test]
    fn d17_a_date_that_does_not_exist_is_refused_not_moved() {
        for (era, year, month, day, wanted) in [
            (
                "ce",
                "2026",
                "2",
                "30",
                Mistake::BirthNoSuchDay { month: 2, last: 28 },
            ),
            (
                "ce",
                "2023",
                "2",
                "29",
                Mistake::BirthNoSuchDay { month: 2, last: 28 },
            ),
            (
                "showa",
                "56",
                "3",
                "32",
                Mistake::BirthNoSuchDay { month: 3, last: 31 },
            ),
            (
                "ce",
                "1981",
                "4",
                "0",
                Mistake::BirthNoSuchDay { month: 4, last: 30 },
            ),
            ("ce", "1981", "13", "1", Mistake::BirthMonthWrong),
            ("ce", "1981", "0", "1", Mistake::BirthMonthWrong),
            ("ce", "1981", "March", "1", Mistake::BirthMonthWrong),
            ("ce", "2026", "3", "3", Mistake::BirthFuture),
            ("reiwa", "99", "3", "3", Mistake::BirthFuture),
            ("ce", "1899", "12", "31", Mistake::BirthTooEarly),
            ("ce", "81", "3", "12", Mistake::BirthYearShort),
            ("showa", "65", "1", "1", Mistake::BirthEraYear { last: 64 }),
            ("taisho", "0", "1", "1", Mistake::BirthEraYear { last: 15 }),
            ("meiji", "1", "1", "1", Mistake::BirthEraMissing),
            ("ce", "", "1", "1", Mistake::BirthYearMissing),
            ("ce", "1981", "", "1", Mistake::BirthMonthMissing),
            ("ce", "1981", "1", "", Mistake::BirthDayMissing),
            ("ce", "12345", "1", "1", Mistake::BirthYearNotNumber),
            ("ce", "-981", "1", "1", Mistake::BirthYearNotNumber),
            ("ce", "1981", "1", "１２x", Mistake::BirthDayNotNumber),
        ] {
            assert_eq!(
                read(era, year, month, day),
                Err(wanted),
                "{era} {year} {month} {day}"
            );
        }
    }
}
