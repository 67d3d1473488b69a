import type { LanguageWords } from './language-words.js';

/** Baltic, Finno-Ugric, Greek, Albanian, Celtic and Maltese. */
export const european: Readonly<Record<string, LanguageWords>> = {
  fi: {
    code: '*koodi, *koodin, *koodia, *koodisi, *koodilla, *salasana, *salasanan, *salasanaa, *pin, *tunnusluku, numeroa',
    purpose:
      'vahvist*, varmenn*, varmist*, turva*, kirjaut*, kirjaudu, sisäänkirjaut*, kertakäytt*, kertakäyttö*, pääsy*, aktivoin*, aktivoi, tunnist*, todenn*, kaksivaih*, palaut*, nollaa, rekister*, henkilöllis*',
    around:
      'minuuttia, minuutin, minuutissa, voimassa, vanhenee, älä jaa, älä kerro, kenellekään, kenenkään, syötä, anna, kirjoita, käytä, et pyytänyt, etkö pyytänyt, et ole pyytänyt, et itse',
    other:
      'tilaus*, lasku*, lähety*, paket*, asiakas*, puhelin*, puh, postinumero*, summa, yhteensä, varaus*, viite*, tapaus*, tuote*, jäsen*, tili*, y tunnus, alv, katu, versio*, vuon*, vuosi, hinta, nro, numero',
    offer: '*alennus*, *alekoodi*, tarjous*, lahjakort*, säästä, kampanja*, etukoodi*, ostoskori*, ilmai*',
  },
  et: {
    code: 'kood, koodi, kooditi, koodiga, *kood, *koodi, parool, parooli, salasõna, pin',
    purpose:
      'kinnitus*, kinnita*, kontroll*, turva*, sisselog*, logi sisse, sisenemis*, ühekord*, juurdepääs*, aktiveeri*, aktiviseeri*, autentim*, taasta*, lähtesta*, registreeri*, isikutuvast*, tuvasta*',
    around:
      'minutit, minuti, kehtib, kehtiv, aegub, ära jaga, ärge jagage, kellegagi, kellelegi, sisesta*, kasuta*, ei taotlenud, ei küsinud, te ei',
    other:
      'tellimus*, arve*, saadetis*, paki, pakk, klien*, telefon*, tel, postiindeks, sihtnumber, summa, kokku, broneering*, viite*, toode, toote*, kmkr, reg, tänav, versioon*, aasta*, hind, nr, number',
    offer: 'soodus*, allahindlus*, kupong*, kinkekaart*, pakkum*, säästa*, tasuta',
  },
  lv: {
    code: 'kods, kodu, koda, kodam, parole, paroli, paroles, pin',
    purpose:
      'verifik*, apstiprin*, pārbaud*, drošīb*, pieteik*, piesak*, ielog*, autoriz*, autentif*, vienreiz*, piekļuv*, aktiviz*, aktivēš*, atjauno*, atiestat*, reģistr*, identit*, pieslēg*',
    around:
      'minūt*, derīg*, beidzas, beigsies, neizpaudiet, nekopīgojiet, nedalieties, nevienam, ievadi*, izmanto*, lietojiet, nepieprasīj*, ja jūs ne',
    other:
      'pasūtīj*, rēķin*, sūtīj*, paka*, klient*, tālru*, tālr, tel, pasta indekss, summ*, kopā, rezervāc*, atsauc*, prec*, pvn, reģ, iela, versij*, gad*, cena, nr, numur*',
    offer: 'promo*, atlaid*, kupon*, dāvan*, piedāvāj*, ietaup*, akcij*, bezmaksas',
  },
  lt: {
    code: 'kodas, kodą, kodo, kodu, slaptažodis, slaptažodį, slaptažodžio, slaptažod*, pin, skaitm*',
    purpose:
      'patvirtin*, patikrin*, tikrinim*, saugum*, saugos, prisijung*, vienkart*, prieig*, aktyv*, autentif*, tapatyb*, autoriz*, atkūr*, atstat*, registrac*, registruo*',
    around:
      'minut*, galioja, galios, baigsis, nesidalink*, neatskleisk*, niekam, niekuo, įvesk*, naudok*, neprašėte, jei ne jūs, jei jūs ne',
    other:
      'užsakym*, sąskait*, siunt*, klient*, telefon*, tel, pašto, sum*, iš viso, rezervac*, nuorod*, prekė*, prekės, pvm, gatvė, versij*, metai, metų, kaina, nr, numer*',
    offer: 'promo*, nuolaid*, kupon*, dovan*, pasiūlym*, sutaup*, akcij*, nemokam*',
  },
  hu: {
    code: 'kód, kódot, kódja, kódod, kódját, kódodat, *kód, *kódot, *kódja, *kódod, jelszó, jelszava, jelszavad, jelszót, *jelszó, *jelszava, *jelszavad, pin, számjegy*',
    purpose:
      'ellenőrz*, megerősít*, hitelesít*, biztonság*, bejelentkez*, belép*, egyszer*, egyszeri, hozzáfér*, aktivál*, azonosít*, jóváhagy*, kétlépcsős, kétfaktor*, visszaállít*, helyreállít*, regisztrác*, feloldó*, ideiglenes',
    around:
      'percig, perc, percen, érvényes*, lejár, ne ossza, ne oszd, senkinek, senkivel, soha, adja meg, add meg, írja be, írd be, használja, használd, nem ön kérte, nem te kérted, nem kért*, gépelje',
    other:
      'rendelés*, megrendelés*, száml*, csomag*, küldemény*, ügyfél*, telefon*, tel, irányítószám*, irsz, összeg*, összesen, foglalás*, hivatkozás*, termék*, cikkszám*, adószám*, áfa, utca, verzió*, év, évi, szám, száma, sz, nyugta, szerződés*, vonalkód, posta*',
    offer: '*kedvezmény*, kupon*, kuponkód*, ajándék*, akció*, ajánlat*, megtakarít*, ingyen*, promó*, promóciós',
  },
  el: {
    code: 'κωδικός, κωδικό, κωδικού, κωδικοί, κωδικους, pin, συνθηματικό, ψηφία',
    purpose:
      'επαλήθευσ*, επαληθευσ*, επαληθεύσ*, επιβεβαίωσ*, επιβεβαιώσ*, ασφάλει*, ασφαλεί*, σύνδεσ*, συνδεθ*, εισόδου, είσοδ*, μίας χρήσης, μιας χρήσης, πρόσβασ*, ενεργοποί*, ενεργοποιή*, ταυτοποί*, ταυτότητ*, επαναφορ*, επαναφέρ*, εγγραφ*, προσωριν*, πιστοποί*',
    around:
      'λεπτά, λεπτών, λεπτό, ισχύει, λήγει, λήξει, μην κοινοποι*, μην τον κοινοποι*, μην μοιρ*, μην τον μοιρ*, κανέναν, πουθενά, εισαγ*, εισάγ*, πληκτρολογ*, χρησιμοποι*, δεν ζητήσατε, δεν το ζητήσατε, δεν κάνατε',
    other:
      'παραγγελ*, τιμολόγ*, αποστολ*, δέμα, πελάτ*, ποσό, σύνολο, κράτησ*, τηλέφων*, τηλ, τ.κ., τκ, ταχυδρομικ*, αναφορ*, συμβόλ*, εισιτήρ*, προϊόν*, είδος, αφμ, φπα, οδός, έκδοσ*, έτος, τιμή, αριθμ*, αρ',
    offer: 'έκπτωσ*, εκπτωτικ*, κουπόνι*, δώρο, δωρο*, προσφορ*, δωρεάν, κερδίσ*',
  },
  sq: {
    code: 'kodi, kod, kodin, kodit, kode, fjalëkalimi, fjalëkalimin, fjalëkalim, pin',
    purpose:
      'verifik*, konfirm*, sigurisë, siguri*, hyrje*, hyni, identifik*, një përdorim*, njëpërdorim*, aksesi*, qasje*, aktiviz*, rivendos*, regjistr*',
    around:
      'minuta, minutash, vlefshëm, i vlefshëm, skadon, mos e ndani, mos ndani, askënd, askujt, vendosni, shkruani, futni, përdorni, nuk e keni kërkuar, nuk keni kërkuar',
    other:
      'porosi*, fatur*, dërges*, klient*, shum*, totali, rezervim*, telefon*, postar, referenc*, kontrat*, produkt*, rruga, version*, viti, çmimi, numri, nr',
    offer: 'zbritj*, ulje, kupon*, dhurat*, ofert*, falas, promo*',
  },
  cy: {
    code: 'cod, côd, gôd, cyfrinair, rhif pin',
    purpose:
      'dilysu, dilys*, gwirio, wirio, cadarnhau, gadarnhau, diogelwch, ddiogelwch, mewngofnodi, fewngofnodi, untro, un tro, mynediad, ailosod, cofrestru, actifadu',
    around: 'munud, dod i ben, peidiwch, nodwch, rhowch, defnyddiwch, neb, unrhyw un, gofyn am',
    other: 'archeb, anfoneb, ffôn, cod post, cyfanswm, cyfeirnod, cwsmer, blwyddyn, pris',
    offer: 'gostyngiad, taleb, cynnig, anrheg',
  },
  ga: {
    code: 'cód, chód, pasfhocal, phasfhocal, uimhir pin',
    purpose:
      'fíor*, fhíor*, deimhn*, dheimhn*, slándál*, logáil, síniú isteach, aonuair*, aon uaire, rochtan*, athshoc*, clár*, gníomh*',
    around: "nóiméad, nóiméid, rachaidh in éag, as feidhm, bailí, ná roinn, iontráil, cuir isteach, úsáid, d'iarr",
    other: 'ordú, sonrasc, guthán, teil, éirchód, iomlán, tagairt, custaiméir, bliain, praghas',
    offer: 'lascain*, cúpón, tairiscint, bronntan*',
  },
  mt: {
    code: 'kodiċi, kodici, password, pin',
    purpose: 'verifik*, konferma*, sigurt*, login, aċċess*, darba biss, attiv*, awtentik*, irrisettja, reġistr*',
    around: 'minuti, minuta, jiskadi, validu, taqsamx, tikkondividix, daħħal, uża, tlabt*, ebda',
    other: 'ordni, fattur*, telefown, kodiċi postali, total, referenz*, klijent, sena, prezz',
    offer: 'skont, vawċer, offert*, rigal',
  },
};
