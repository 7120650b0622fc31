//! ひなた内科クリニック: a small practice in Tokyo whose staff confirm each request.

use chrono::{NaiveDate, Weekday};
use reservation::catalogue::{Catalogue, Clinic, Service, Words};
use reservation::ids::{BadId, ClinicId};

use super::words::{closed, doctor, service, weekly};

pub(super) fn catalogue(today: NaiveDate) -> Result<Catalogue, BadId> {
    let whole_days = [Weekday::Mon, Weekday::Tue, Weekday::Wed, Weekday::Fri];
    let mut hours = weekly(&whole_days, &[(9, 12), (15, 18)]);
    hours.extend(weekly(&[Weekday::Sat], &[(9, 12)]));
    let year_end = [(12, 29), (12, 30), (12, 31), (1, 1), (1, 2), (1, 3)];
    Ok(Catalogue {
        clinic: clinic()?,
        resources: vec![
            doctor(
                "sato",
                ("佐藤 葵", "Aoi Sato"),
                ("内科・消化器内科", "Internal medicine, gastroenterology"),
            )?,
            doctor(
                "tanaka",
                ("田中 健", "Ken Tanaka"),
                ("内科・循環器内科", "Internal medicine, cardiology"),
            )?,
            doctor(
                "yamamoto",
                ("山本 玲", "Rei Yamamoto"),
                ("内科・糖尿病内科", "Internal medicine, diabetes"),
            )?,
        ],
        services: services()?,
        hours,
        exceptions: closed(today, &year_end, ("年末年始休診", "New Year holidays")),
        closures: Vec::new(),
    })
}

fn clinic() -> Result<Clinic, BadId> {
    Ok(Clinic {
        id: ClinicId::new("hinata")?,
        version: 1,
        name: Words::new("ひなた内科クリニック", "Hinata Clinic"),
        place: Words::new(
            "東京都日向区ひなた町1-2-3　ひなた駅東口から徒歩4分",
            "1-2-3 Hinata-cho, Hinata-ku, Tokyo. 4 minutes on foot from the east exit of Hinata station",
        ),
        bring: Words::new(
            "マイナンバーカードまたは資格確認書、診察券、お薬手帳",
            "Your health insurance card, our patient card, your medicine notebook",
        ),
        phone: "03-0000-0000".into(),
        zone: chrono_tz::Asia::Tokyo,
        region: "JP".into(),
        hold_minutes: 10,
        hold_extensions: 10,
        answer_minutes: 240,
        contact_bookings: 5,
    })
}

fn services() -> Result<Vec<Service>, BadId> {
    let everybody = ["sato", "tanaka", "yamamoto"];
    Ok(vec![
        Service {
            first_minutes: Some(45),
            ..service(
                "internal",
                ("一般内科", "General internal medicine"),
                (
                    "かぜ、腹痛、頭痛、気になる症状",
                    "Colds, pain, anything that worries you",
                ),
                30,
                &everybody,
            )?
        },
        service(
            "vaccination",
            ("予防接種", "Vaccination"),
            (
                "インフルエンザ、肺炎球菌など",
                "Influenza, pneumococcus and others",
            ),
            15,
            &["sato", "tanaka"],
        )?,
        Service {
            step_minutes: 30,
            ..service(
                "checkup",
                ("健康診断", "Health check"),
                (
                    "食事は10時間前までにおすませください",
                    "Please eat nothing for 10 hours before",
                ),
                60,
                &["tanaka", "yamamoto"],
            )?
        },
        Service {
            first_minutes: None,
            ..service(
                "follow-up",
                ("経過観察", "Follow-up"),
                (
                    "前回の診察の続き、お薬の相談",
                    "After an earlier visit, and to talk about medicine",
                ),
                20,
                &everybody,
            )?
        },
    ])
}
