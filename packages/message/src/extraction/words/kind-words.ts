/**
 * Codes that nobody types to sign in: of courses, taxes, branches and goods, and what leads to a telephone number. A
 * longer word counts instead of the word for codes in it. What a sender may be called, such as a bank or a school, is left out:
 * "the bank's code" is one to sign in.
 */
export const kindWords = `
  register number, registration number, course code, branch code, sort code, tax code, cost code, dial, call us on, call us at, phone us on,
  melden sie sich unter, *notruf, anrufen unter, kurscode, bankleitzahl, kennziffer, betriebsnummer,
  code de l'établissement, code établissement, code uai, code ape, code insee, code guichet, code matière, joignez nous au,
  código de establecimiento, código tributario, código de curso, código swift, código de asignatura,
  código do curso, código cnae, código da disciplina,
  codice contribuente, codice tributo, codice ente, codice catastale, codice univoco, codice meccanografico, codice destinatario, codice corso, codice ateco,
  brin code, vakcode, bel ons op,
  dzwonić, dzwoń, kod placówki, kod urzędu, kod przedmiotu, kod kierunku,
  код организации, код подразделения, код предмета, код товара, код оквэд,
  код установи, код єдрпоу, код предмета, код товару,
  kód předmětu, kód výrobku, kód predmetu, volejte,
  hívja, intézményi kód, om azonosító, tantárgykód,
  arayın, arayınız, kurum kodu, şube kodu, ders kodu, ile biten,
  kurskod, kurskode, kurssikoodi, oppilaitoskoodi, soita,
  κωδικός μαθήματος, καλέστε, cod caen, cod siruta, sunați,
  金融機関コード, 支店コード, 店番号, 団体コード, 科目コード, 証券コード,
  机构代码, 機構代碼, 专业代码, 证券代码, 股票代码, 股票代號, 信用代码, 联行号, 区号, 區號,
  기관코드, 기관 코드, 지점코드, 지점 코드, 과목코드, 종목코드,
  رقم الملف, مرجع الحجز, رقم الحجز, رمز الفرع, رقم المريض, رمز المقرر,
  קוד סניף, קוד קורס, סמל מוסד, کد شعبه, کد درس, شماره پرونده,
  ifsc, शाखा कोड, पाठ्यक्रम कोड, फ़ोन करें, फोन करें, শাখা কোড,
  kode cabang, kode mata kuliah, kod cawangan, kod kursus,
  mã chi nhánh, mã học phần, mã ngành, รหัสสาขา, รหัสวิชา, รหัสนักศึกษา, รหัสพนักงาน
`;
