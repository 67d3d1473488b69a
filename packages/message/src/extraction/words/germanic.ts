import type { LanguageWords } from './language-words.js';

export const germanic: Readonly<Record<string, LanguageWords>> = {
  en: {
    number: 'number, numbers',
    code: 'code, codes, pin, pins, password, passwords, pass code, token, passphrase, keycode, digits, digit',
    purpose:
      'verif*, authenticat*, authoriz*, authoris*, confirm*, secur*, sign in, signing in, signin, signed in, sign into, log in, login, logging in, log on, logon, sign up, signup, activat*, one time, single use, temporary, provisional, initial, two factor, two step, 2 step, 2 factor, 2fa, mfa, multi factor, access, reset*, recover*, unlock*, regist*, identity, device, magic, passwordless, pairing, validat*, login attempt, prove it',
    named:
      'delivery pin, otp, otps, passcode, passcodes, one time code, one time password, verification code, security code, login code, 2fa code, sign in code, mtan, sms tan, confirmation code, authentication code, access code',
    around:
      "minute, minutes, mins, expire*, valid for, valid until, is valid, do not share, don't share, never share, not share, share this, anyone else, with anyone, enter, use this, to continue, to proceed, to finish, to complete, will never ask, never ask, did not request, didn't request, did not ask, didn't ask, didn't try, wasn't you, ignore this, copy, paste, back to the app, in the app, requested",
    other:
      'order*, hs, sku, ean, upc, naics, isin, icd, iata, request id, id, ids, invoice*, receipt, tracking, track, shipment, parcel, reference, ref, ticket*, case, booking, reservation, customer, client, account number, account no, account ending, acct, member*, policy number, policy no, iban, bic, vat, tax, phone, tel, telephone, call, call us, fax, mobile number, hotline, zip, postal, postcode, po box, error, status code, area code, country code, qr, barcode, source code, dress code, sort, swift, serial, model, version, release, build, article, item, items, sku, ending, ends in, total, amount, price, subtotal, balance, flight, seat, room, gate, suite, street, avenue, road, pages, page, isbn, issn, commit, port, dial, meeting id, conference, webinar, issue, issues, bug, pull request, exit, http, nr, number, copyright, founded, year, born, population, students, people, users, subscribers, followers, points, miles, steps, kcal, votes, rows, records, views, batch, lot, case number, docket, license, licence, patent, apartment, apt, floor, postage, promo code, door, locker, wifi, wi fi',
    offer:
      'promo*, discount*, coupon*, voucher*, gift, referral, refer, off, sale, saving*, savings, deal, deals, offer, offers, checkout, at checkout, shop now, free shipping, redeem, cashback, black friday, cyber monday, invite code',
  },
  de: {
    number: '*nummer, *nummern',
    code: '*code, *codes, *pin, *tan, *passwort, *kennwort, ziffern, zahlencode, zahl, losung, ziffernfolge',
    purpose:
      'vorläufig*, initial*, bestätig*, verifi*, sicherheit*, anmeld*, login*, einlog*, einmal*, zugang*, zugriff*, freischalt*, freigab*, freigeb*, aktivier*, authent*, zwei faktor*, 2 faktor*, identit*, legitim*, zurücksetz*, entsperr*, registrier*, gerät*, einzugeben',
    named: '*mtan, *smstan, *sms tan, *einmalcode, *einmalpasswort, *transaktionsnummer, ihre tan, *einmalkennwort',
    around:
      'minute, minuten, gültig, läuft, ablauf*, laufen ab, niemandem, nicht weiter, nicht angefordert, nicht selbst, geben sie, gib, eingeben, einzugeben, eingabe, weitergeben, vertraulich, angefordert',
    other:
      '*bestell*, *auftrag*, *rechnung*, *sendung*, *paket*, kundennr, kunden nr, *vertrag*, *ticket*, vorgang*, telefon*, tel, fax, rufnummer, handynummer, *betrag*, summe, gesamt*, plz, postleitzahl, postfach, buchung*, reservier*, artikel*, aktenzeichen, mitglied*, konto, kontonummer, steuer*, ust, iban, zählerstand, zählernummer, straße, str, zimmer, gleis, zug, hausnummer, version, fehler, jahr, seit, preis, mwst, hrb, referenz*, lieferschein*, mandats*, nr, matrikel*, aktion, postcode, vorwahl, bankleitzahl, blz, seite, türcode, barcode',
    offer:
      '*rabatt*, *gutschein*, aktionscode, sparen, spare, sparst, prozent, angebot*, kasse, warenkorb, einlösen, gratis, vorteilscode, empfehlungscode',
  },
  nl: {
    code: '*code, *codes, *wachtwoord, *pin, *pincode, cijfers',
    purpose:
      'verif*, beveilig*, bevestig*, inlog*, aanmeld*, log in, eenmalig*, toegang*, activer*, activat*, authent*, tweestaps*, herstel*, veilig*, identiteit*, registr*, tan, apparaat',
    named: '*verificatiecode, *inlogcode, *eenmalige code',
    around:
      'minuten, minuut, geldig, verloopt, vervalt, deel deze, deel de, niet delen, met niemand, nooit, voer, vul, typ, niet aangevraagd, niet zelf, gebruik deze, invoeren',
    other:
      '*bestel*, *order*, *factuur*, *klant*, *bedrag*, *pakket*, zending, track*, *telefoon*, tel, postcode, *polis*, reserver*, boeking*, referentie*, kenmerk, dossier*, artikel*, rekening*, totaal, btw, kvk, straat, versie, kamer, lidnummer, prijs, jaar, sinds, nr',
    offer: '*korting*, *kortings*, actiecode, bespaar, aanbieding*, cadeau*, tegoed*, gratis, procent, kassa',
  },
  sv: {
    code: '*kod, *koden, *koder, *kodens, *lösenord, *lösenordet, *pin, siffror*, sexsiffrig*',
    purpose:
      'verifier*, bekräft*, inlogg*, logga in, engång*, säkerhet*, aktiver*, åtkomst*, autent*, tvåstegs*, tvåfaktor*, identi*, återställ*, registr*, bankid',
    around:
      'minuter, minut, giltig*, gäller, går ut, upphör, dela inte, dela aldrig, dela den, ange, skriv in, fyll i, inte begärt, inte begärde, inte du',
    other:
      '*order*, *beställ*, *faktura*, kund*, *paket*, *försändelse*, sändning*, kolli*, telefon*, tel, postnummer, *belopp*, summa, totalt, *bokning*, referens*, ärende*, artikel*, medlem*, konto*, ocr, organisationsnummer, moms, version, sedan, pris, nr',
    offer: '*rabatt*, *erbjudande*, presentkort*, spara, kampanj*, värdekod, kassan, fri frakt',
  },
  da: {
    code: '*kode, *koden, *koder, *adgangskode, *pin, *pinkode, cifre*',
    purpose:
      'bekræft*, verific*, verifik*, log ind, login*, logge ind, engang*, sikkerhed*, aktiver*, adgang*, godkend*, totrins*, tofaktor*, identi*, nulstil*, registr*, mitid, nemid',
    around:
      'minutter, minut, gyldig*, udløber, del ikke, del aldrig, dele, indtast, skriv, anmodet, ikke bedt, ikke dig',
    other:
      '*ordre*, *bestilling*, *faktura*, kunde*, *pakke*, forsendelse*, track*, telefon*, tlf, postnummer, postnr, *beløb*, total*, i alt, booking*, reference*, sagsnummer, vare*, medlem*, konto*, cvr, moms, version, siden, pris, nr',
    offer: '*rabat*, tilbud*, gavekort*, spar, kampagne*, kassen, fri fragt',
  },
  no: {
    code: '*kode, *koden, *koder, *passord, *passordet, *pin, sifre*, siffer*',
    purpose:
      'bekreft*, verifiser*, verifik*, logg inn, logge inn, innlogg*, pålogg*, engang*, sikkerhet*, aktiver*, tilgang*, godkjenn*, totrinns*, tofaktor*, identi*, tilbakestill*, registr*, bankid',
    around:
      'minutter, minutt, gyldig*, utløper, ikke del, del aldri, dele, skriv inn, tast inn, oppgi, ikke bedt, ba ikke, ikke deg',
    other:
      '*ordre*, *bestilling*, *faktura*, kunde*, *pakke*, *sending*, spor*, telefon*, tlf, postnummer, postnr, *beløp*, total*, booking*, bestillingsnummer, referanse*, sak*, vare*, medlem*, konto*, kid, orgnr, mva, versjon, siden, pris, nr',
    offer: '*rabatt*, tilbud*, gavekort*, spar, kampanje*, kassen, fri frakt',
  },
  is: {
    code: '*kóði, *kóða, *kóðinn, *kóðann, *lykilorð*, pin',
    purpose:
      'staðfest*, auðkenn*, innskrán*, skrá þig inn, skrá inn, öryggis*, einnota, einskipti*, aðgang*, virkj*, endurstill*, nýskrán*',
    around:
      'mínútur, mínútum, mínútna, gildir, gildur, rennur út, ekki deila, deildu, slá inn, sláðu, ekki baðst, baðst ekki, engum',
    other:
      'pöntun*, *pöntunarnúmer, reikning*, sending*, sími, símanúmer, kennitala, póstnúmer, upphæð, samtals, bókun*, tilvísun*, mál*, verð, kr',
    offer: 'afslátt*, tilboð*, gjafabréf*, spara*',
  },
  af: {
    code: '*kode, *wagwoord, *pin, syfers',
    purpose: 'verifi*, bevestig*, sekuriteit*, aanmeld*, teken in, eenmalig*, toegang*, aktiveer*, herstel*, registr*',
    around: 'minute, minuut, geldig, verval, verstryk, moenie, deel nie, voer, tik, nie versoek, nooit',
    other:
      '*bestelling*, *bestel*, *faktuur*, kliënt*, *pakkie*, telefoon*, poskode, bedrag, totaal, bespreking*, verwysing*, rekening*, jaar, prys',
    offer: '*afslag*, koepon*, geskenk*, bespaar, spaar, aanbod*',
  },
};
