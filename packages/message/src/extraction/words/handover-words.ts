/** What is told or typed to be handed a parcel, a meal or a car: it opens something once, as other codes do. */
export const handoverWords = `
  pickup code, pick up code, collection code, locker code, handover code, release code, pickup pin, collection pin, locker pin,
  abholcode, abhol code, abhol pin, abholpin, öffnungscode, ophaalcode, afhaalcode, hämtkod, hämtningskod, utlämningskod, afhentningskode,
  hentekode, utleveringskode, noutokoodi, lokerokoodi, code de retrait, code de collecte, código de recogida, código de retiro,
  código de retirada, código de entrega, código de coleta, código de levantamento, codi de recollida, codice di ritiro, codice ritiro,
  kod odbioru, kod do odbioru, kód pro výdej, kód pro vyzvednutí, heslo pro výdej, heslo pro vyzvednutí, výdejní kód, výdejní heslo,
  kód na vyzdvihnutie, výdajný kód, heslo na prevzatie, átvételi kód, nyitókód, cod de ridicare, cod ridicare, код для отримання, код отримання,
  код видачі, код получения, код для получения, код выдачи, код для выдачи, код атрымання, код выдачы, код за получаване, код за взимане,
  код за преузимање, kod za preuzimanje, šifra za preuzimanje, koda za prevzem, код за подигање, код за подигнување, κωδικός παραλαβής,
  atsiėmimo kodas, kodas atsiėmimui, saņemšanas kods, izsniegšanas kods, väljastuskood, uksekood pakiautomaat, kodi i tërheqjes, teslim alma kodu,
  teslimat kodu, teslim kodu, götürmə kodu, алу коды, olib ketish kodi, mã nhận hàng, mã lấy hàng, mã mở tủ, kode pengambilan, kode ambil,
  kod pengambilan, kod ambilan, รหัสรับพัสดุ, รหัสรับสินค้า, รหัสเปิดตู้, 取件码, 取件碼, 取货码, 取貨碼, 取餐码, 取餐碼, 提货码, 提貨碼,
  受取コード, 受け取りコード, 受取番号, 受け取り番号, 解錠番号, 픽업 코드, 수령 코드, 보관함 비밀번호, 택배함 비밀번호, رمز الاستلام,
  رمز استلام, קוד איסוף, קוד לאיסוף, کد تحویل, کد دریافت, وصولی کوڈ, पिकअप कोड, डिलीवरी कोड, ডেলিভারি কোড, পিকআপ কোড, பிக்அப் குறியீடு,
  msimbo wa kuchukua, afhaalkode, kodea jasotzeko, código de recollida, kóði til afhendingar, afhendingarkóði, cód bailiúcháin`;
