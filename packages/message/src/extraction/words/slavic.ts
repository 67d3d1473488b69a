import type { LanguageWords } from './language-words.js';

export const slavic: Readonly<Record<string, LanguageWords>> = {
  ru: {
    code: 'код, кода, коду, кодом, коды, кодов, пароль, пароля, паролем, пин, пин код, пинкод, токен, ключ, цифр, цифры',
    purpose:
      'подтвержд*, подтверд*, провер*, верифик*, безопасност*, вход*, войти, войдите, авториза*, аутентиф*, одноразов*, доступ*, активац*, активир*, восстанов*, сброс*, регистрац*, идентиф*, двухфактор*, двухэтап*, разблок*, временн*, подпис*, операци*, перевод*',
    named: 'смс код, sms код, код подтверждения, код доступа, код безопасности, одноразовый пароль, одноразовый код',
    around:
      'минут, минуты, минуту, действ*, действителен, истек*, не сообщайте, никому, никому не, не передавайте, не делитесь, введите, ввести, укажите, используйте, не запрашивали, если это не вы, если это были не вы, если вы не',
    other:
      'заказ*, счёт, счета, счет, накладн*, отправлен*, посылк*, трек*, клиент*, сумм*, итого, брон*, телефон*, тел, звоните, договор*, билет*, рейс*, место, номер клиента, индекс, почтов*, инн, кпп, огрн, бик, артикул, товар*, заявк*, обращен*, тикет, версия, ошибк*, год, года, году, цена, цены, стоимост*, руб, ул, улица, кв, квартира, дом, каб, абонент*, лицевой, штрих, окпо, снилс, полис*, участник*, кабинет, уин, домофон*, паспорт*, штрихкод*, корпус, справк*',
    offer:
      'промокод*, промо, скидк*, купон*, сертификат*, подар*, акци*, бонус*, выгод*, распродаж*, кэшбэк, корзин*, бесплатн*',
  },
  uk: {
    code: 'код, коду, кодом, коди, пароль, пароля, паролем, пін, пін код, цифр, цифри',
    purpose:
      'підтвердж*, підтверд*, перевір*, верифік*, безпек*, вход*, вхід, увійти, увійдіть, авториза*, автентиф*, одноразов*, доступ*, активац*, активу*, відновл*, скид*, реєстрац*, ідентиф*, двофактор*, двоетап*, тимчасов*, операці*',
    named: 'код підтвердження, одноразовий пароль, одноразовий код',
    around:
      'хвилин*, дійсн*, діє, закінч*, не повідомляйте, нікому, не передавайте, не діліться, введіть, ввести, вкажіть, використ*, не запитували, не надсилали, якщо це не ви, якщо ви не',
    other:
      'замовлен*, рахун*, накладн*, ттн, відправл*, посилк*, трек*, клієнт*, сум*, разом, бронюв*, телефон*, тел, договор*, договір, квит*, рейс*, місце, індекс, поштов*, єдрпоу, іпн, артикул, товар*, звернен*, версія, помилк*, рік, року, році, ціна, грн, вул, вулиця, кв, особовий, абонент*, штрих*',
    offer: 'промокод*, знижк*, купон*, сертифікат*, подарун*, акці*, бонус*, розпродаж*, кошик*, безкоштовн*',
  },
  be: {
    code: 'код, кода, кодам, пароль, пін, лічбы',
    purpose:
      'пацвярджэнн*, пацвердз*, праверк*, бяспек*, уваход*, увайсці, аўтарыза*, аднаразов*, доступ*, актывац*, аднаўлен*, рэгістрац*',
    around: 'хвілін*, дзейнічае, дзейсн*, нікому, не паведамляйце, увядзіце, выкарыст*, не запытвалі',
    other: 'заказ*, рахун*, кліент*, сум*, тэлефон*, тэл, індэкс, паштов*, дагавор*, тавар*, год, года, цана, вул',
    offer: 'прамакод*, зніжк*, купон*, падарун*, акцы*',
  },
  bg: {
    code: 'код, кода, кодът, кодове, парола, паролата, пин, цифри',
    purpose:
      'потвържд*, потвърд*, провер*, верифик*, сигурност*, вход*, влизане, влезте, еднократ*, достъп*, активир*, активац*, възстанов*, нулир*, регистрац*, удостовер*, автентик*, оторизац*, идентиф*',
    around:
      'минути, минута, валид*, изтича, не споделяйте, не го споделяйте, никого, с никого, въвед*, използв*, не сте поискали, ако не сте',
    other:
      'поръчк*, фактур*, пратк*, товарител*, клиент*, сума*, общо, резервац*, телефон*, тел, пощенски*, договор*, билет*, полет*, артикул*, стока, еик, ддс, улица, ул, версия*, година, год, цена, лв, номер',
    offer: 'промо*, отстъпк*, ваучер*, купон*, подарък*, оферт*, безплатн*, спест*',
  },
  sr: {
    code: 'kod, kôd, koda, kodom, kodovi, lozinka, lozinku, lozinke, šifra, šifru, šifre, zaporka, zaporku, pin, код, кода, кодом, лозинка, лозинку, шифра, шифру, znamenki, cifara, цифара',
    purpose:
      'potvrd*, verifik*, provjer*, prover*, sigurnos*, bezbed*, bezbjed*, prijav*, jednokratn*, pristup*, aktivac*, aktivir*, autentifik*, autoriz*, oporav*, obnov*, poništ*, resetov*, resetir*, registrac*, dvofaktor*, потврд*, верифик*, провер*, безбед*, сигурнос*, пријав*, једнократн*, приступ*, активац*, аутентифик*, обнов*, регистрац*',
    around:
      'minuta, minute, vrijedi, važi, važeć*, ističe, istječe, nemojte dijeliti, ne dijelite, ne delite, nikome, nikim, unesite, upišite, ukucajte, koristite, niste zatražili, niste vi, минута, важи, истиче, никоме, унесите, не делите, нисте затражили, нисте ви',
    other:
      'narudž*, porudž*, račun*, faktur*, pošiljk*, kupc*, klijent*, iznos*, ukupno, rezervacij*, telefon*, tel, poštanski, ugovor*, kart*, proizvod*, artikl*, oib, pib, jmbg, pdv, ulica, ul, verzij*, godin*, cijena, cena, broj*, поруџ*, рачун*, фактур*, пошиљк*, купц*, износ*, укупно, резервациј*, телефон*, тел, поштански, уговор*, производ*, пиб, пдв, верзиј*, годин*, цена, број*, бр',
    offer:
      'promo*, popust*, kupon*, vaučer*, poklon*, akcij*, ponud*, ušted*, besplatn*, промо*, попуст*, купон*, поклон*, акциј*, понуд*, бесплатн*',
  },
  mk: {
    code: 'код, кодот, лозинка, лозинката, шифра, пин',
    purpose: 'потврд*, верифик*, провер*, безбеднос*, најав*, еднократ*, пристап*, активац*, обнов*, регистрац*',
    around: 'минути, важи, истекува, не споделувајте, не го споделувајте, никого, внесете, користете, не сте побарале',
    other:
      'нарачк*, сметк*, фактур*, пратк*, клиент*, износ*, вкупно, резервац*, телефон*, поштенски, договор*, производ*, година, цена, број*, бр',
    offer: 'промо*, попуст*, купон*, подарок*, понуд*, бесплатн*',
  },
  sl: {
    code: 'koda, kodo, kode, geslo, gesla, geslom, šifra, pin, števk*',
    purpose:
      'potrdit*, potrdi*, potrjev*, preverja*, preverit*, varnost*, prijav*, enkratn*, dostop*, aktivac*, aktivir*, overjan*, avtentik*, ponastav*, registrac*',
    around:
      'minut, minute, veljav*, poteče, ne delite, nikomur, nikoli, vnesite, vpišite, uporabite, niste zahtevali, niste vi',
    other:
      'naročil*, račun*, pošiljk*, strank*, kupc*, znesek*, skupaj, rezervacij*, telefon*, tel, poštna, pogodb*, izdelek*, artikel*, davčna, ddv, ulica, različic*, leto, leta, cena, številka, št',
    offer: 'promo*, popust*, kupon*, daril*, ponudb*, prihran*, brezplačn*',
  },
  pl: {
    code: 'kod, kodu, kodem, kody, hasło, hasła, hasłem, pin, cyfr',
    purpose:
      'weryfik*, potwierdz*, bezpieczeń*, logowan*, zaloguj*, jednorazow*, dostęp*, aktywac*, aktywuj*, uwierzyteln*, autoryz*, dwuetap*, dwuskład*, reset*, odzysk*, rejestrac*, tożsamoś*, odblok*, tymczas*, urządz*',
    named: 'kod sms, smskod, kod jednorazowy, hasło jednorazowe, kod blik, kod weryfikacyjny',
    around:
      'minut, minuty, minutę, ważn*, wygas*, wygaś*, nie udostępniaj*, nie podawaj*, nikomu, wpisz, wprowadź, podaj, przepisz, użyj, nie prosił*, nie zamawiał*, to nie ty, jeśli to nie',
    other:
      'zamówien*, faktur*, przesył*, paczk*, klient*, kwot*, suma, razem, rezerwacj*, telefon*, tel, zadzwoń, pocztow*, umow*, bilet*, lot, miejsc*, produkt*, artykuł*, nip, regon, krs, pesel, vat, ulica, ul, wersj*, błąd, rok, roku, cena, nr, numer*, zgłoszen*, referencyjn*, swift, odbioru, kreskow*, domofon*',
    offer: 'promo*, rabat*, zniżk*, kupon*, prezent*, ofert*, oszczęd*, wyprzedaż*, koszyk*, darmow*, gratis*',
  },
  cs: {
    code: 'kód, kódu, kódem, kódy, heslo, hesla, heslem, pin, číslic',
    purpose:
      'ověřov*, ověř*, potvrz*, potvrď*, bezpečnost*, přihláš*, jednorázov*, přístup*, aktivač*, aktivuj*, autoriz*, autentiz*, autentif*, dvoufáz*, dvoufaktor*, obnov*, reset*, registrac*, totož*, odemk*, dočasn*',
    named: 'sms kód, jednorázový kód, ověřovací kód',
    around:
      'minut, minuty, minutu, platn*, platí, vyprší, nesdílejte, nesdělujte, nikomu, nikdy, zadejte, zadat, vložte, opište, použijte, nežádali, nepožádali, pokud jste',
    other:
      'objednáv*, faktur*, zásilk*, balík*, zákazn*, částk*, celkem, rezerv*, telefon*, tel, psč, poštovní, směrovací, smlouv*, jízden*, vstupen*, zboží, výrob*, ičo, ič, dič, dph, ulice, verz*, chyb*, rok, roku, cena, kč, čísl*, variabilní, symbol, čárový',
    offer:
      'promo*, slev*, kupón*, kupon*, poukaz*, voucher*, dárek*, dárk*, akce, nabíd*, ušetř*, výprodej, košík*, zdarma',
  },
  sk: {
    code: 'kód, kódu, kódom, kódy, heslo, hesla, heslom, pin, číslic',
    purpose:
      'overov*, over*, potvrdz*, potvrď*, bezpečnost*, prihlás*, jednorazov*, prístup*, aktivač*, aktivuj*, autoriz*, autentif*, dvojfaktor*, dvojstup*, obnov*, reset*, registrác*, totož*, odomk*, dočasn*',
    around:
      'minút, minúty, minútu, platn*, platí, vyprší, nezdieľajte, neposkytujte, nikomu, nikdy, zadajte, zadať, vložte, opíšte, použite, nežiadali, nepožiadali, ak ste',
    other:
      'objednáv*, faktúr*, zásielk*, balík*, zákazn*, sum*, suma, spolu, celkom, rezerv*, telefón*, tel, psč, poštové, zmluv*, lístok, vstupen*, tovar*, výrob*, ičo, dič, dph, ulica, verz*, chyb*, rok, roku, cena, čísl*, variabilný, symbol, čiarový',
    offer: 'promo*, zľav*, kupón*, poukaz*, voucher*, darček*, akci*, ponuk*, ušetr*, výpredaj, košík*, zadarmo',
  },
};
