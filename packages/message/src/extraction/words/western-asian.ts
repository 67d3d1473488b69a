import type { LanguageWords } from './language-words.js';

/** Semitic, Iranian, Turkic, Caucasian and African. */
export const westernAsian: Readonly<Record<string, LanguageWords>> = {
  ar: {
    code: 'رمز, الرمز, كود, الكود, رقم سري, الرقم السري, كلمة المرور, كلمة مرور, كلمة السر, رمزك, شيفرة, أرقام',
    purpose:
      'تحقق, التحقق, للتحقق, تأكيد, التأكيد, لتأكيد, أمان, الأمان, تسجيل الدخول, لتسجيل الدخول, الدخول, دخول, لمرة واحدة, مرة واحدة, تفعيل, التفعيل, إعادة تعيين, إعادة ضبط, استعادة, المصادقة, مصادقة, الوصول, التسجيل, المؤقت, مؤقت, تعريف, هويتك, الهوية, بخطوتين, السري',
    named:
      'رمز التحقق, كود التحقق, رمز التأكيد, رمز الأمان, كلمة المرور لمرة واحدة, otp, رمز الدخول, الرمز السري, رمز التفعيل, رمز otp',
    around:
      'دقائق, دقيقة, صالح, صالحة, صلاحية, تنتهي, ينتهي, لا تشارك, لا تشاركه, عدم مشاركة, مشاركته, أي شخص, أحد, مع أحد, أدخل, ادخل, إدخال, استخدم, لم تطلب, لم تقم, إذا لم تكن',
    other:
      'طلب رقم, الطلب, طلبك, طلبية, فاتورة, الفاتورة, الشحن, شحنة, شحنتك, هاتف, الهاتف, جوال, العميل, عميل, المبلغ, مبلغ, الإجمالي, المجموع, حجز, الحجز, البريدي, صندوق البريد, مرجع, المرجعي, عقد, تذكرة, رحلة, مقعد, غرفة, المنتج, منتج, حساب رقم, الحساب, السعر, سعر, إصدار, عام, سنة, شارع, ريال, درهم, جنيه, دولار, تتبع, الضريبي, ضريبة, عضوية, اتصل, رقم الجوال, سجل تجاري, سياسة رقم, بوليصة, المنطقة, الآيبان',
    offer: 'خصم, الخصم, كوبون, قسيمة, عرض, عروض, هدية, ترويجي, وفر, تخفيض, مجاني, مجانا, استرداد نقدي, دعوة',
  },
  fa: {
    code: 'کد, کدی, رمز, رمز عبور, گذرواژه, پین, رمزی, کلمه عبور, رقم',
    purpose:
      'تأیید, تایید, احراز هویت, امنیتی, امنیت, ورود, وارد شدن, یکبار مصرف, یک بار مصرف, پویا, فعال سازی, فعالسازی, بازیابی, بازنشانی, تغییر رمز, ثبت نام, دسترسی, هویت, دو مرحله',
    named: 'رمز پویا, رمز یکبار مصرف, کد تأیید, کد تایید, رمز دوم, کد ورود, کد امنیتی',
    around:
      'دقیقه, معتبر, اعتبار, منقضی, در اختیار, به اشتراک, هیچ کس, هیچکس, دیگران, وارد کنید, وارد نمایید, استفاده کنید, درخواست نکرده, نداده اید',
    other:
      'سفارش, فاکتور, صورتحساب, مرسوله, پستی, مشتری, مبلغ, جمع, رزرو, تلفن, موبایل, کدپستی, کد پستی, پیگیری, رهگیری, قرارداد, بلیط, پرواز, صندلی, اتاق, محصول, کالا, حساب, قیمت, نسخه, سال, خیابان, تومان, ریال, ملی, کد ملی, شماره, پلاک',
    offer: 'تخفیف, کوپن, هدیه, پیشنهاد, رایگان, معرف, جشنواره',
  },
  ur: {
    code: 'کوڈ, پاس ورڈ, پاسورڈ, پن, خفیہ کوڈ, ہندس*',
    purpose:
      'تصدیق, تصدیقی, توثیق, توثیقی, سیکیورٹی, سیکورٹی, حفاظتی, لاگ ان, لاگ اِن, سائن ان, ایک بار, ون ٹائم, فعال, ری سیٹ, بحال, رجسٹر, رسائی, شناخت',
    named: 'تصدیقی کوڈ, او ٹی پی, ون ٹائم پاس ورڈ',
    around: 'منٹ, درست, میعاد, ختم, شیئر نہ, کسی کے ساتھ, کسی سے, کسی کو, درج, استعمال, درخواست نہیں',
    other:
      'آرڈر, انوائس, بل, فون, موبائل, صارف نمبر, رقم, کل, بکنگ, پوسٹل, پوسٹ, حوالہ, ٹکٹ, پرواز, نشست, مصنوع, قیمت, سال, روپے, نمبر, شمارہ, ٹریکنگ',
    offer: 'رعایت, ڈسکاؤنٹ, کوپن, پرومو, پیشکش, تحفہ, مفت, آفر',
  },
  ps: {
    code: 'کوډ, پټنوم, رمز',
    purpose: 'تایید, تصدیق, امنیتي, ننوتل, ننوتلو, یو ځل, فعالول, بیا تنظیم',
    around: 'دقیقې, دقیقو, اعتبار, ختم, مه شریکوئ, چا سره, دننه کړئ, وکاروئ',
    other: 'فرمایش, تلیفون, بیه, ټول, کال, شمېره',
    offer: 'تخفیف, کوپن, ډالۍ',
  },
  he: {
    code: 'קוד, הקוד, סיסמה, סיסמת, הסיסמה, סיסמא, קודים, ספרות',
    purpose:
      'אימות, לאמת, לאימות, האימות, אישור, לאשר, אבטחה, האבטחה, התחברות, להתחבר, כניסה, להיכנס, חד פעמי, חד פעמית, גישה, הפעלה, הפעלת, איפוס, לאפס, שחזור, הרשמה, זיהוי, הזדהות, זמני, זמנית',
    named: 'קוד אימות, קוד האימות, סיסמה חד פעמית, קוד חד פעמי, קוד כניסה',
    around:
      'דקות, דקה, תקף, בתוקף, יפוג, פג תוקף, אין לשתף, אל תשתף, אל תשתפו, לאף אחד, עם אף אחד, אל תמסור, הזן, הזינו, הקלד, הקלידו, השתמש, לא ביקשת, לא ביקשתם',
    other:
      'הזמנה, ההזמנה, הזמנתך, חשבונית, משלוח, חבילה, לקוח, סכום, סה"כ, טלפון, טל, נייד, מיקוד, ת.ד., אסמכתא, חוזה, כרטיס, טיסה, מושב, חדר, מוצר, חשבון, מחיר, גרסה, שנת, רחוב, שח, ש"ח, ₪, ח.פ., ע.מ., מספר, מס, פוליסה, פנייה, קוד פריט',
    offer: 'הנחה, קופון, מבצע, מתנה, שובר, הטבה, חינם, משלוח חינם',
  },
  am: {
    code: 'ኮድ, የይለፍ ቃል, ፒን',
    purpose: 'ማረጋገጫ, ማረጋገጥ, ደህንነት, መግቢያ, ለመግባት, የአንድ ጊዜ, አንድ ጊዜ, ዳግም, ምዝገባ',
    around: 'ደቂቃ, ደቂቃዎች, ያበቃል, የሚሰራ, አያጋሩ, ለማንም, ያስገቡ, ይጠቀሙ',
    other: 'ትዕዛዝ, ደረሰኝ, ስልክ, ዋጋ, ጠቅላላ, ዓ.ም, ብር, ቁጥር',
    offer: 'ቅናሽ, ኩፖን, ስጦታ',
  },
  tr: {
    code: 'kod, kodu, kodunuz, kodun, kodunu, kodunuzu, koduyla, kodla, kodlar, şifre, şifreniz, şifren, şifresi, şifrenizi, şifreyi, parola, parolanız, parolası, pin, pin kodu, rakam, haneli, basamaklı',
    purpose:
      'doğrula*, onay*, güvenlik*, giriş*, oturum*, tek kullanım*, tek seferlik, erişim*, aktivasyon*, etkinleştir*, kimlik*, iki adım*, iki aşama*, iki faktör*, sıfırla*, kurtarma*, kayıt*, yetki*, geçici*, sms',
    named: 'sms şifresi, tek kullanımlık şifre, doğrulama kodu, onay kodu, güvenlik kodu, sms kodu',
    around:
      'dakika*, geçerli*, süresi, sona er*, paylaşma*, kimseyle, kimse ile, hiç kimse, girin, giriniz, girerek, yazın, kullanın, kullanarak, siz değilseniz, talep etmediyseniz, siz yapmadıysanız, istemediyseniz',
    other:
      'sipariş*, fatura*, kargo*, gönderi*, takip, müşteri*, tutar*, toplam*, rezervasyon*, telefon*, tel, posta kodu, referans*, sözleşme*, bilet*, uçuş*, koltuk*, oda, ürün*, hesap no, hesap numara*, fiyat*, versiyon*, sürüm*, yıl*, cadde*, sokak, sok, numara*, vergi, tc, mersis, tl, işlem no, dosya no, üye no, poliçe*, barkod*, stok*, alan kodu, plaka, abone*',
    offer:
      'indirim*, kupon*, hediye*, kampanya*, fırsat*, promosyon*, sepet*, bedava, ücretsiz kargo, davet kodu, kazan*, çekiliş*',
  },
  az: {
    code: 'kod, kodu, kodunuz, kodunuzu, kodun, şifrə, şifrəniz, parol, parolunuz, pin',
    purpose:
      'təsdiq*, doğrula*, təhlükəsizlik*, giriş*, daxil ol*, birdəfəlik, giriş, aktivləş*, bərpa*, sıfırla*, qeydiyyat*, identifik*',
    around:
      'dəqiqə*, etibarlı*, bitir, bitəcək, paylaşma*, heç kim*, daxil edin, istifadə edin, sorğu göndərməmisinizsə',
    other:
      'sifariş*, faktura*, hesab faktura, çatdırılma*, müştəri*, məbləğ*, cəmi, rezerv*, telefon*, tel, poçt*, istinad*, müqavilə*, bilet*, reys*, məhsul*, qiymət*, ildə, küçə*, nömrə*, vöen, azn',
    offer: 'endirim*, kupon*, hədiyyə*, kampaniya*, təklif*, pulsuz',
  },
  kk: {
    code: 'код, коды, кодын, кодыңыз, кодыңызды, құпиясөз, құпия сөз, пин',
    purpose:
      'растау, растаңыз, растаушы, тексеру, қауіпсіздік*, кіру, кіріңіз, бір реттік, біржолғы, қалпына келтір*, тіркел*, белсендір*, қол жеткіз*',
    around: 'минут*, жарамды*, мерзімі, аяқтал*, ешкімге, бөліспеңіз, айтпаңыз, енгізіңіз, пайдаланыңыз, сұрамаған',
    other:
      'тапсырыс*, шот*, жөнелтілім*, сәлемдеме*, клиент*, сома*, барлығы, брон*, телефон*, тел, индекс*, пошта*, шарт*, билет*, рейс*, тауар*, баға*, жыл*, көше*, нөмір*, бсн, жсн, тг',
    offer: 'жеңілдік*, купон*, сыйлық*, акция*, промокод*, тегін',
  },
  uz: {
    code: 'kod, kodi, kodingiz, kodingizni, kodni, parol, paroli, parolingiz, pin, код, коди, кодингиз, кодни, парол',
    purpose:
      "tasdiqlash*, tasdiqla*, tekshir*, xavfsizlik*, kirish*, bir martalik, faollashtir*, tiklash*, royxat*, ro'yxat*, тасдиқла*, текшир*, хавфсизлик*, кириш*, бир марталик, рўйхат*",
    around:
      'daqiqa*, amal qiladi, amal qilish, hech kim*, ulashmang, bermang, aytmang, kiriting, foydalaning, дақиқа*, амал қилади, ҳеч ким*, берманг, айтманг, киритинг',
    other:
      "buyurtma*, hisob faktura, jo'natma*, mijoz*, summa*, jami, bron*, telefon*, tel, pochta*, shartnoma*, chipta*, reys*, mahsulot*, narx*, yil*, ko'cha*, raqam*, so'm, буюртма*, мижоз*, сумма*, жами, телефон*, почта*, йил*, нарх*",
    offer: "chegirma*, kupon*, sovg'a*, aksiya*, promokod*, bepul",
  },
  ka: {
    code: 'კოდი, კოდია, კოდის, კოდით, პაროლი, პაროლის, პინი',
    purpose:
      'დადასტურებ*, დამადასტურებელ*, ვერიფიკაცი*, უსაფრთხოებ*, შესვლ*, შესასვლელ*, ერთჯერად*, წვდომ*, აქტივაცი*, გააქტიურებ*, აღდგენ*, რეგისტრაცი*, ავტორიზაცი*, იდენტიფიკაცი*',
    around: 'წუთ*, ვადა*, მოქმედ*, არ გაუზიარ*, არავის, შეიყვან*, გამოიყენ*, არ მოგითხოვ*',
    other:
      'შეკვეთ*, ინვოის*, ანგარიშფაქტურ*, ამანათ*, გზავნილ*, კლიენტ*, თანხა*, ჯამი, ჯამურ*, ჯავშან*, ტელეფონ*, ტელ, საფოსტო, ხელშეკრულებ*, ბილეთ*, რეის*, პროდუქტ*, ფასი, წელი, წელს, ქუჩა, ნომერ*, ლარი',
    offer: 'ფასდაკლებ*, კუპონ*, საჩუქარ*, აქცი*, უფასო*, პრომო*',
  },
  hy: {
    code: 'կոդ, կոդը, կոդն, ծածկագիր, ծածկագիրը, գաղտնաբառ*, պին',
    purpose:
      'հաստատման, հաստատել*, ստուգման, ստուգիչ, անվտանգության, մուտքի, մուտք գործել*, մուտք, մեկանգամյա, միանգամյա, ակտիվացման, վերականգն*, գրանց*, նույնականաց*',
    around: 'րոպե*, վավեր*, գործում է, լրանում, չկիսվե*, ոչ մեկին, ոչ ոքի, մի փոխանցե*, մուտքագրե*, օգտագործե*',
    other:
      'պատվեր*, հաշիվ*, առաք*, հաճախորդ*, գումար*, ընդամենը, ամրագր*, հեռախոս*, հեռ, փոստային, պայմանագ*, տոմս*, չվերթ*, ապրանք*, գին*, թվական*, փողոց, համար*, դրամ',
    offer: 'զեղչ*, կտրոն*, նվեր*, ակցիա*, անվճար*',
  },
  sw: {
    code: 'nambari, namba, msimbo, nambari ya siri, neno la siri, nenosiri, pin, kodi, tarakimu, namba ya siri',
    purpose:
      'uthibitishaji, kuthibitisha, thibitisha, uthibitisho, usalama, kuingia, ingia, mara moja, kuwezesha, kuweka upya, kurejesha, kujisajili, usajili, ufikiaji',
    around:
      'dakika, itaisha, utaisha, unatumika, halali, usishiriki, usimpe, usimwambie, mtu yeyote, mtu mwingine, weka, ingiza, tumia, hukuomba',
    other: 'agizo, oda, ankara, simu, mteja, kiasi, jumla, posta, rejeleo, tiketi, bidhaa, mwaka, ksh, tsh, namba ya',
    offer: 'punguzo, kuponi, zawadi, ofa, bure',
  },
  zu: {
    code: 'ikhodi, ikhowudi, iphasiwedi, iphinikhodi',
    purpose:
      'ukuqinisekisa, lokuqinisekisa, yokuqinisekisa, ukuphepha, ezokuphepha, ukungena, yokungena, setha kabusha, ukubhalisa',
    around: 'imizuzu, iyaphelelwa, izophelelwa, ungabelani, noma ubani, muntu, faka, sebenzisa',
    other: 'i oda, inombolo, ucingo, isamba, intengo, unyaka',
    offer: 'isaphulelo, isipho',
  },
  ha: {
    code: 'lambar, lambar sirri, kalmar sirri, lambobi',
    purpose: 'tabbatarwa, tabbatar da, tsaro, shiga, sau daya, sau ɗaya, sake saita, rajista',
    around: 'mintuna, minti, zai kare, kada ka, kada ku, kowa, shigar, yi amfani',
    other: 'oda, waya, kudi, farashi, shekara, jimla',
    offer: 'rangwame, kyauta',
  },
  so: {
    code: 'koodh, koodhka, koodhkaaga, furaha sirta, erayga sirta',
    purpose: 'xaqiijin*, xaqiijinta, amni*, amniga, soo gal*, hal mar, dib u deji*, diiwaangel*',
    around: 'daqiiqo*, dhacaya, ha la wadaagin, cidna, isticmaal',
    other: 'dalab*, taleefan*, wadarta, qiimaha, sanad*',
    offer: 'qiimo dhimis, hadiyad',
  },
};
