const alternatives = (words: string): string => words.trim().split(/,\s+/).join('|');

const BEFORE = `
  enter, type, type in, key in, input, use, submit, geben sie, gib, tippe, tippen sie, nutze, verwende, saisissez, saisis, tapez, tape, entrez, entre, rentrez, utilisez, utilise, composez, ingresa, ingrese, introduce, introduzca, escribe, escriba, usa, use, teclea, digita, digite, insira, introduza, utilize, inserisci, inserire, immetti, digitare, utilizza, voer, typ, vul, gebruik, toets, wpisz, podaj, użyj, wprowadź, введите, введи, укажите, используйте, наберите, введіть, вкажіть, використайте, увядзіце, въведете, използвайте, masukkan, gunakan, ketik, masukan, nhập, hãy nhập, sử dụng, ange, skriv, skriv in, fyll i, använd, knappa in, indtast, brug, tast, skriv inn, tast inn, bruk, syötä, kirjoita, anna, käytä, näppäile, zadejte, zadej, vložte, použijte, opište, zadajte, použite, írja be, írd be, adja meg, add meg, használja, introdu, introduceți, tastați, folosiți, folosește, εισαγάγετε, εισάγετε, πληκτρολογήστε, χρησιμοποιήστε, unesite, upišite, koristite, vnesite, vpišite, унесите, įveskite, naudokite, ievadiet, izmantojiet, sisesta, sisestage, kasuta, introdueix, introdueu, introduza, vendosni, shkruani, përdorni, ingiza, weka, tumia, ilagay, i enter, gamitin, voer in, daxil edin, kiriting, енгізіңіз, შეიყვანეთ, մուտքագրեք, הזן, הזינו, הקלד, הקלידו, أدخل, ادخل, أدخلي, اكتب, استخدم, وارد کنید, درج کریں
`;
const BEHIND = `
  ein, eingeben, in, girin, giriniz, yazın, kullanın, kodunu girin, daxil edin, kiriting, енгізіңіз, दर्ज करें, डालें, प्रविष्ट करें, टाका, प्रविष्ट करा, লিখুন, দিন, ব্যবহার করুন, દાખલ કરો, ਦਰਜ ਕਰੋ, உள்ளிடவும், ఎంటర్ చేయండి, నమోదు చేయండి, ನಮೂದಿಸಿ, നൽകുക, درج کریں, را وارد کنید, ඇතුළත් කරන්න, оруулна уу, idatzi, sartu
`;

/** "Enter 4711", "Gib 4711 ein": the verb directly before what is to be typed. */
export const TYPE_BEFORE = new RegExp(
  `(?:^|[^\\p{L}])(?:${alternatives(BEFORE)})[\\s:"'“«„]{1,4}(?:in )?$|(?:输入|輸入|填写|填寫|键入|กรอก|ใส่|ป้อน|พิมพ์|ใช้|បញ្ចូល|ປ້ອນ)[\\s:：“「『"]{0,3}$`,
  'iu',
);

/** "4711 girin", "4711を入力": the verb directly behind it, in languages that put it there. */
export const TYPE_BEHIND = new RegExp(
  `^[\\s"'”»』」]{0,3}(?:(?:${alternatives(BEHIND)})(?!\\p{L})|を?(?:ご)?入力|をご?使用|를? ?입력|을 ?입력|을 ?사용|를 ?사용)`,
  'iu',
);

/** "Type this number on your phone:", and what is meant stands below. */
export const TYPE_ABOVE = new RegExp(
  `(?:^|[^\\p{L}])(?:${alternatives(BEFORE)}|entering|typing|${alternatives(BEHIND)})(?!\\p{L})|输入|輸入|填写|填寫|键入|入力|입력|กรอก|ใส่|ป้อน|พิมพ์|បញ្ចូល|ປ້ອນ`,
  'iu',
);
