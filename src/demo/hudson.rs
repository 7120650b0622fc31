//! Hudson Family Practice: New York, confirmed at once.

use chrono::{NaiveDate, Weekday};
use reservation::catalogue::{Approval, Catalogue, Clinic, Service, Words};
use reservation::ids::{BadId, ClinicId};

use super::words::{closed, doctor, service, weekly};

pub(super) fn catalogue(today: NaiveDate) -> Result<Catalogue, BadId> {
    let weekdays = [
        Weekday::Mon,
        Weekday::Tue,
        Weekday::Wed,
        Weekday::Thu,
        Weekday::Fri,
    ];
    Ok(Catalogue {
        clinic: clinic()?,
        resources: vec![
            doctor(
                "rivera",
                ("Elena Rivera", "Elena Rivera"),
                ("家庭医", "Family medicine"),
            )?,
            doctor(
                "chen",
                ("Marcus Chen", "Marcus Chen"),
                ("家庭医・小児科", "Family medicine, paediatrics"),
            )?,
        ],
        services: services()?,
        hours: weekly(&weekdays, &[(9, 17)]),
        exceptions: closed(
            today,
            &[(1, 1), (7, 4), (12, 25)],
            ("祝日休診", "Public holiday"),
        ),
        closures: Vec::new(),
    })
}

fn clinic() -> Result<Clinic, BadId> {
    Ok(Clinic {
        id: ClinicId::new("hudson")?,
        version: 1,
        name: Words::new("ハドソン・ファミリー診療所", "Hudson Family Practice"),
        place: Words::new(
            "ニューヨーク市ハドソン通り500番地 2階",
            "500 Hudson Example Street, 2nd floor, New York",
        ),
        bring: Words::new(
            "保険証、写真付きの身分証明書",
            "Your insurance card and a photo ID",
        ),
        phone: "+1 212-555-0123".into(),
        zone: chrono_tz::America::New_York,
        region: "US".into(),
        hold_minutes: 10,
        hold_extensions: 10,
        answer_minutes: 240,
        contact_bookings: 5,
    })
}

fn services() -> Result<Vec<Service>, BadId> {
    let both = ["rivera", "chen"];
    let services = [
        Service {
            first_minutes: Some(45),
            ..service(
                "visit",
                ("一般診療", "Office visit"),
                ("気になる症状のご相談", "Anything that worries you"),
                30,
                &both,
            )?
        },
        service(
            "physical",
            ("健康診断", "Annual physical"),
            ("年に一度の健康診断", "Once a year, with blood tests"),
            60,
            &both,
        )?,
        service(
            "flu-shot",
            ("インフルエンザ予防接種", "Flu shot"),
            ("毎年秋から冬", "Autumn and winter"),
            15,
            &both,
        )?,
    ];
    Ok(services
        .into_iter()
        .map(|service| Service {
            approval: Approval::Instant,
            ..service
        })
        .collect())
}
