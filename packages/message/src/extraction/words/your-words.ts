/** "Your code": a code of a shop, a product or a country is nobody's. Each in its forms, before or behind the word. */
const yours =
  'your, dein, deine, deinen, deiner, ihr, ihre, ihren, ihrer, euer, dyn, je, jouw, uw, din, ditt, dine, dit, deres, þinn, þitt, ton, ta, votre, tu, su, tus, sus, teu, tua, seu, sua, o seu, il tuo, il suo, tuo, suo, codi teu, el teu, el vostre, zure, twój, twoje, twój, państwa, pani, pana, váš, vaše, váš, tvůj, tvoje, tvoj, vaš, vaša, vašu, tvoj, vaš, ваш, ваша, ваше, вашият, вашия, твой, твоя, твоят, твій, твоя, ваш, твој, ваша, сіздің, сіз, сизнин, таны, sizin, kodunuz, şifreniz, kodunuzu, sizning, kodingiz, parolingiz, koodisi, sinun, teie, sinu, jūsu, tavs, tava, jūsų, tavo, codul dvs, codul dumneavoastră, codul tău, dvs, dumneavoastră, tău, juaj, yt, kodi juaj, kódod, kódja, az ön, σας, σου, anda, kamu, awak, mo, iyong, ang iyong, của bạn, quý khách, yako, wako, jou, u kode, do, bhur, tiegħek, ty, kodiċi tiegħek, te ya, koda te, äre, din kod';
const others =
  '您的|你的|您好|あなたの|お客様の|고객님의|회원님의|귀하의|당신의|आपका|आपकी|आपके|तुमचा|तपाईंको|আপনার|உங்கள்|మీ |ನಿಮ್ಮ|നിങ്ങളുടെ|તમારો|ਤੁਹਾਡਾ|ඔබගේ|ඔබේ|ของคุณ|របស់អ្នក|ຂອງທ່ານ|သင့်|တွေ့|شما|شمای|آپ کا|آپ کی|تان|الخاص بك|رمزك|كودك|الخاصة بك|שלך|שלכם|თქვენი|Ձեր|ձեր|የእርስዎ';

export const YOUR = new RegExp(`(?<!\\p{L})(?:${yours.split(', ').join('|')})(?!\\p{L})|${others}`, 'iu');

/** "The code is 4711": lists of products and branches have no verb. */
export const IS =
  /(?:^|[\s\p{P}])(?:is|ist|est|es|é|è|är|er|on|jest|to|je|este|yra|ir|eshte|është|είναι|е|є|это|—|adalah|ialah|là|ay|ni|da|huwa|ass)[\s:«"“]{1,4}$|(?:คือ|是|为|為|：|は|는|은|هو|هي|است|הוא|היא)[\s:：「『"]{0,3}$/iu;
/** The same in languages that end with the verb. */
export const IS_BEHIND = /^[\s"”»]{0,3}(?:です|だ|입니다|이에요|है|हो|आहे|होय|হল|છે|ਹੈ|است|dir|edir|e\.|da\.)/iu;
