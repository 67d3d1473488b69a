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
  mã chi nhánh, mã học phần, mã ngành, รหัสสาขา, รหัสวิชา, รหัสนักศึกษา, รหัสพนักงาน,
  error code, fault code, budget code, stock code, product code, item code, agent code, student code, paper code,
  fehlercode, störungscode, produktcode, kundencode, code erreur, code d'erreur, code budgétaire, code produit, code article, code client,
  código de error, código de erro, código del producto, código do produto, código de cliente, código del cliente,
  codice errore, codice di errore, codice prodotto, codice articolo, codice cliente, codice commessa, foutcode, storingscode, productcode,
  kod błędu, kod produktu, kod klienta, код ошибки, код клиента, код продукта, код помилки, код клієнта, код за грешка,
  chybový kód, kód chyby, kód produktu, hibakód, hibakódja, termékkód, cod de eroare, codul de eroare, cod produs, cod client,
  felkod, produktkod, feilkode, fejlkode, varekode, vikakoodi, tuotekoodi, veakood, tootekood, klaidos kodas, kļūdas kods,
  κωδικός σφάλματος, κωδικός πελάτη, κωδικός προϊόντος, šifra korisnika, šifra artikla, kod greške, код грешке, шифра артикла, koda napake,
  hata kodu, ürün kodu, müşteri kodu, رمز الخطأ, رمز المنتج, کد خطا, کد خطای, کد کالا, קוד תקלה, קוד שגיאה, קוד מוצר,
  एरर कोड, त्रुटि कोड, एजेंट कोड, ত্রুটি কোড, এজেন্ট কোড, முகவர் குறியீடு, ఏజెంట్ కోడ్,
  错误代码, 錯誤代碼, 故障代码, 故障代碼, 商品代码, エラーコード, 予算コード, 財源コード, 店舗コード, 銘柄コード, 商品コード,
  오류 코드, 오류코드, 예산 코드, 상품코드, mã lỗi, mã sự cố, mã học sinh, mã nhân viên, mã sinh viên, mã khách hàng, mã sản phẩm, mã chi phí,
  kode kesalahan, kode error, kode produk, kode barang, kode anggaran, kod ralat, รหัสข้อผิดพลาด, รหัสสินค้า, รหัสลูกค้า
`;

/** What leads to the last digits of a card, an account or a telephone. */
export const endingWords = `
  ending in, ending with, endnummer, endziffern, endet auf, se terminant par, terminée par, terminada en, terminado en, que termina en,
  terminado em, terminada em, final do cartão, che termina con, che termina in, eindigend op, eindigt op, o końcówce, kończącej się na, kończący się na,
  оканчивающейся на, заканчивающейся на, с окончанием, що закінчується на, končící na, končiacej číslom, végződésű, terminat în, terminată în,
  завършваща на, завършваща с, που λήγει σε, με τελευταία ψηφία, se završava na, koja završava na, se konča s, slutar på, slutter på, ender på,
  päättyy, lõpeb, beidzas ar, baigiasi, sonu, son dört hanesi, المنتهية ب, المنتهي ب, ختم می‌شود, पर समाप्त, শেষ হওয়া, என முடியும், తో ముగిసే,
  尾号, 尾號, 末尾, 下4桁, 끝자리, 뒷자리, số cuối, đuôi số, berakhiran, berakhir dengan, ลงท้ายด้วย, nagtatapos sa, inayoishia na, acabada en
`;
