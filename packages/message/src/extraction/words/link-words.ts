/**
 * What the texts of buttons and links say they are for, one language per line; `*` as in `LanguageWords`. Where two
 * words together make the purpose ("new" and "password"), each has its own list.
 */
export const unsubscribeWords = `
  unsubscrib*, opt out, optout, opting out, stop receiving, remove me, no longer wish, no longer want, turn off these, stop these emails, mailing preferences, email preferences, unsub,
  abbestell*, abmeld*, austragen, newsletter abmelden, keine mails mehr, keine e mails mehr, benachrichtigungen deaktivieren,
  désabonn*, désinscri*, me désinscrire, ne plus recevoir, se désabonner,
  darse de baja, darme de baja, date de baja, dar de baja, dáte de baja, baja, cancelar suscripción, cancelar la suscripción, cancelar mi suscripción, anular la suscripción, anular suscripción, dejar de recibir, desuscrib*, desubscrib*, desinscrib*,
  descadastr*, cancelar inscrição, cancelar a inscrição, cancelar subscrição, cancelar a subscrição, anular subscrição, deixar de receber, sair da lista, remover inscrição, desinscrev*, não quero mais receber, cancelar assinatura, cancele a subscrição, cancele sua inscrição, cancelar recebimento,
  disiscri*, annulla iscrizione, annulla l'iscrizione, cancella iscrizione, cancella l'iscrizione, cancellarti, cancellati, non ricevere più, disdici, revoca il consenso, cancellare l'iscrizione, rimuovimi, disattiva queste,
  uitschrijv*, afmeld*, meld je af, meld u af, afmelding, schrijf je uit, schrijf u uit,
  wypisz*, wypis*, rezygn*, zrezygnuj*, anuluj subskryp*, odsubskryb*, cofnij zgod*, usuń mnie,
  отпис*, отписать*, отказаться от рассыл*, отменить подписк*, отказаться от подписк*, не получать,
  відпис*, відмовитися від розсил*, скасувати підписк*, відмовитись від розсил*,
  aboneliğ*, abonelikten*, listeden çık*, aboneliği iptal*, üyelikten çık*, e posta almak istemiyor*, listesinden çık*, bülten üyeliğ*,
  退订, 退訂, 取消订阅, 取消訂閱, 不再接收, 取消关注邮件,
  配信停止, 配信解除, 購読解除, 購読停止, メール停止, 配信を停止, 配信の停止, 登録解除, 解除はこちら, 受信を停止, 配信登録解除, メルマガ解除, 購読を解除, 登録を解除, 退会,
  수신거부, 수신 거부, 구독 취소, 구독취소, 구독 해지, 구독해지, 수신을 원하지,
  إلغاء الاشتراك, الغاء الاشتراك, ألغ اشتراكك, إلغاء اشتراكك, عدم تلقي, لإلغاء الاشتراك,
  लغو اشتراک, لغو اشتراک, لغو عضویت, ان سبسکرائب, رکنیت ختم,
  सदस्यता समाप्त, सदस्यता रद्द, अनसब्सक्राइब, सदस्यता छोड़, सबस्क्रिप्शन रद्द,
  avregistrer*, avsluta prenumeration*, avprenumerer*, avanmäl*, avbeställ*, sluta prenumerera, avsluta utskick,
  afmeld*, frameld*, frameld nyhedsbrev,
  avmeld*, meld deg av, avslutt abonnement*, stopp abonnement*,
  peruuta tilaus, peru tilaus, lopeta tilaus, uutiskirjeen peruut*, poistu listalta, tilauksen peruut*, peru uutiskirje*, peruuta uutiskirje*,
  berhenti berlangganan, berhenti melanggan, batal berlangganan, berhenti menerima, batalkan langganan, hentikan langganan, nyahlanggan, henti langgan, batal langganan,
  hủy đăng ký, huỷ đăng ký, ngừng nhận, ngưng nhận, bỏ theo dõi, từ chối nhận,
  ยกเลิกการสมัคร, ยกเลิกรับข่าวสาร, ยกเลิกการรับ, เลิกรับ, ยกเลิกการติดตาม,
  odhlásit, odhlášení, odhlaste, zrušit odběr, odhlásit odběr, odhlásiť, odhlásenie, zrušiť odber, odhláste,
  leiratkoz*, feliratkozás törl*, hírlevél lemond*, leiratkozás,
  dezabon*, dezabonare, anulează abonarea, anulare abonare,
  απεγγραφ*, διαγραφή από, κατάργηση εγγραφής, ακύρωση εγγραφής, διαγραφείτε,
  отпиш*, отписване, отказ от абонамент, прекратяване на абонамент,
  odjav*, otkaži pretplatu, otkaži prijavu, одјав*, откажи претплату, odjaviti, prekliči naročnino, prekliči prijavo,
  atsisakyti, atsisakykite, atšaukti prenumerat*, atrakst*, atteikties, tühista tellimus, loobu, loobuge, tellimusest loobu*,
  הסרה מרשימת, הסר מרשימת, להסרה, הסרה, ביטול הרשמה, ביטול מינוי, להסיר, לביטול הרשמה, הסירו,
  আনসাবস্ক্রাইব, সদস্যতা ত্যাগ, সাবস্ক্রিপশন বাতিল, குழுவிலகு, சந்தா ரத்து, குழுவிலக, అన్‌సబ్‌స్క్రైబ్*, చందా రద్దు*,
  cancel·lar la subscripció, donar se de baixa, donar de baixa, dona't de baixa, baixa, cancelar a subscrición, darse de baixa, harpidetza kendu, utzi harpidetza, baja eman, dad-danysgrifio, díliostáil, afskrá*, teken uit, afteken, çabunə*, abunəlikdən, abunə ləğv*, obunani bekor*, жазылымнан бас*, бас тарту, გამოწერის გაუქმება, ապաբաժանորդ*, çregjistrohu, anulo abonimin, jiondoe, ghairi usajili, mag unsubscribe, i unsubscribe
`;

export const resetWords = `
  reset*, recover*, forgot, forgotten, restore access, regain access, new password,
  zurücksetz*, wiederherstell*, vergessen, neues passwort, neues kennwort,
  réinitialis*, oublié, récupérer mon compte, récupération, nouveau mot de passe,
  restablec*, restaur*, recuperar, recupera, olvid*, nueva contraseña, reinici*, reestablec*,
  redefin*, recuperar, recupere, esqueci*, esqueceu, nova senha, reposi*, repor, nova palavra passe,
  reimpost*, recuper*, reimposta, dimenticat*, ripristin*, resett*, nuova password,
  herstel*, opnieuw instellen, wachtwoord vergeten, nieuw wachtwoord,
  zresetuj*, odzysk*, nowe hasło, przywróć, resetowani*, zresetowa*,
  сброс*, сбрас*, восстанов*, восстан*, новый пароль, забыли,
  скину*, скид*, відновл*, відновит*, новий пароль, забули,
  sıfırla*, kurtar*, yeni şifre, yeni parola, unuttum, yenile,
  重置, 重設, 重设, 找回, 新密码, 新密碼, 忘记密码, 忘記密碼,
  再設定, リセット, 再発行, パスワードを忘れ, 新しいパスワード,
  재설정, 초기화, 비밀번호 찾기, 새 비밀번호,
  إعادة تعيين, اعادة تعيين, إعادة ضبط, استعادة, كلمة مرور جديدة, نسيت,
  بازنشانی, بازیابی, تغییر رمز, رمز جدید, ری سیٹ, بحال,
  रीसेट, नया पासवर्ड, पुनः सेट, फिर से सेट, भूल गए,
  återställ*, nytt lösenord, glömt, nulstil*, ny adgangskode, glemt, tilbakestill*, nytt passord,
  palauta, nollaa*, uusi salasana, vaihda salasana, unohtuiko, unohditko,
  atur ulang, setel ulang, pulihkan, lupa, kata sandi baru, set semula, tetapkan semula,
  đặt lại, khôi phục, lấy lại mật khẩu, quên mật khẩu, mật khẩu mới, cấp lại mật khẩu,
  รีเซ็ต, ตั้งรหัสผ่านใหม่, กู้คืน, ลืมรหัสผ่าน, เปลี่ยนรหัสผ่าน,
  obnovit, obnoviť, obnova hesla, nové heslo, zapomenut*, zabudnut*, resetovat*, resetovať,
  visszaállít*, új jelszó, elfelejtett*, helyreállít*,
  resetează, resetare*, resetați, recuperează, parolă nouă, ai uitat,
  επαναφορ*, επαναφέρ*, νέος κωδικός, νέο κωδικό, ξεχάσατε, ανάκτηση*,
  нулир*, възстанов*, нова парола, забравен*,
  poništ*, resetiraj*, resetuj*, nova lozinka, novu lozinku, obnovi*, ponastav*, novo geslo, ресетуј*, нова лозинка, нову лозинку, zaboravlj*,
  atkurti, atstatyti, naujas slaptažodis, nustatyti iš naujo, atiestat*, atjauno*, jauna parole, jaunu paroli, lähtesta*, taasta*, uus parool, uue parooli,
  איפוס, לאפס, אפס סיסמה, סיסמה חדשה, שחזור, שכחת,
  রিসেট, নতুন পাসওয়ার্ড, পুনরুদ্ধার, மீட்டமை*, புதிய கடவுச்சொல், రీసెట్*,
  restabl*, contrasenya nova, novo contrasinal, berrezarri, pasahitz berria, ailosod*, athshocraigh, endurstill*, nytt lykilorð, nýtt lykilorð, şifrəni yenilə*, bərpa et*, sıfırla*, tiklash*, қалпына келтір*, აღდგენ*, վերականգն*, rivendos*, ndrysho fjalëkalimin, weka upya, i reset
`;

export const passwordWords = `
  password, passwords, passcode, passphrase, *passwort, *kennwort, mot de passe, contraseña, clave, senha, palavra passe, *wachtwoord, hasło, hasła, пароль, пароля, şifre*, parola*, 密码, 密碼, パスワード, 비밀번호, كلمة المرور, كلمة مرور, كلمة السر, رمز عبور, گذرواژه, پاس ورڈ, पासवर्ड,
  *lösenord*, *adgangskode*, *passord*, *salasana*, kata sandi, sandi, kata laluan, mật khẩu, รหัสผ่าน, heslo, hesla, *jelszó*, *jelszav*, parolă, parola, κωδικό πρόσβασης, κωδικού πρόσβασης, κωδικό, κωδικού, парола*, lozink*, zapork*, geslo, gesla, лозинк*, slaptažod*, parole, paroli, paroles, parool*, סיסמה, סיסמת, הסיסמה, סיסמתך, пароль*, পাসওয়ার্ড, কடவுச்சொல்*, கடவுச்சொல்*, పాస్‌వర్డ్*, contrasenya, contrasinal, pasahitz*, cyfrinair, pasfhocal, lykilorð*, wagwoord, şifrə*, parol*, құпиясөз*, პაროლ*, գաղտնաբառ*, fjalëkalim*, nenosiri
`;

export const changeWords = `
  change, create, choose, set, update, pick, ändern, festlegen, wählen, vergeben, erstellen, neu, changer, créer, choisir, définir, modifier, cambiar, crear, elegir, establecer, cambia, crea, alterar, criar, definir, escolher, mudar, cambiare, creare, scegli, imposta, modifica, wijzig*, instellen, kies, stel, nieuw, zmień, ustaw, utwórz, ustal, смен*, измен*, задать, создать, установить, придумать, змін*, створ*, встанов*, задати, değiştir*, oluştur*, belirle*,
  修改, 更改, 设置, 設置, 設定, 变更, 變更, 設定する, 変更, 변경, 설정, 만들기, تغيير, تعيين, إنشاء, غير, बदल*, सेट, बनाएं, ändra, välj, skapa, skift, vælg, opret, endre, velg, lag nytt, aseta, luo, vaihda, ubah, buat, ganti, tukar, cipta, đổi, tạo, thay đổi, thiết lập, เปลี่ยน, ตั้ง, สร้าง, změnit, nastavit, vytvořit, zmeniť, nastaviť, vytvoriť, módosít*, beállít*, megad*, schimbă, setează, creează, αλλαγή, ορισμός, ορίστε, δημιουργ*, смени, задай, създай, promijen*, promen*, postavi*, kreiraj*, spremeni, nastavi*, промен*, постави*, keisti, pakeisti, sukurti, nustatyti, mainīt, iestatīt, izveidot, muuda, määra, loo, שנה, שינוי, לשנות, הגדר, קבע, বদলান, পরিবর্তন, সেট, மாற்ற*, అமర్చ*, మార్చ*
`;

export const verifyWords = `
  verif*, confirm*, activat*, validat*, complete registration, complete your registration, finish signing up, complete sign up, complete your sign up, complete signup, yes it's me, yes this is me, yes it was me, it was me, that was me, it's me, prove, authenticate, approve,
  bestätig*, verifizier*, freischalt*, aktivier*, registrierung abschließen, anmeldung abschließen, ja ich war, ich war es,
  vérifi*, confirm*, activ*, valid*, finaliser mon inscription, terminer mon inscription, c'est bien moi, c'était moi, oui c'est moi,
  verific*, confirm*, activ*, valid*, completar registro, completar el registro, finalizar registro, fui yo, sí fui yo, soy yo,
  ativ*, verifique, concluir cadastro, finalizar cadastro, concluir registo, fui eu, sim sou eu,
  verific*, conferm*, attiv*, convalid*, completa la registrazione, completa registrazione, sono io, sono stato io,
  verif*, bevestig*, activeer*, registratie voltooien, dit was ik, dat was ik, ja ik was het,
  potwierdz*, potwierdź, weryfik*, zweryfik*, aktyw*, dokończ rejestrac*, to ja, to byłem ja,
  подтверд*, подтвержд*, активир*, актив*, верифиц*, завершить регистрац*, это я, это был я, проверить адрес,
  підтверд*, підтвердж*, активу*, верифік*, завершити реєстрац*, це я, це був я,
  doğrula*, onay*, etkinleştir*, aktifleştir*, aktive et*, teyit*, kaydı tamamla*, kaydını tamamla*, üyeliğini tamamla*, bendim, evet bendim,
  确认, 確認, 验证, 驗證, 激活, 启用, 啟用, 认证, 認證, 完成注册, 完成註冊, 是本人, 本人操作, 开通账, 核实,
  認証, 有効化, 検証, 承認, 本登録, 登録を完了, 登録完了, 認証する, アクティベート, アドレス確認, 私です,
  인증, 확인, 활성화, 가입 완료, 가입완료, 등록 완료, 본인입니다, 승인,
  تأكيد, تاكيد, تحقق, التحقق, تفعيل, تنشيط, أكد, اكد, إكمال التسجيل, فعل حسابك, نعم أنا, توثيق,
  تأیید, تایید, فعال سازی, فعالسازی, تکمیل ثبت نام, تصدیق, توثیق, فعال کریں,
  सत्यापित, सत्यापन, पुष्टि, सक्रिय, कन्फर्म, वेरिफाई,
  bekräft*, verifier*, aktiver*, slutför registrering*, det var jag, bekræft*, godkend*, fuldfør registrering*, bekreft*, fullfør registrering*, det er meg,
  vahvist*, aktivoi*, varmista, todenna, viimeistele rekister*, se olin minä,
  verifikasi*, konfirmasi*, aktivasi*, aktifkan, sahkan, pengesahan, selesaikan pendaftaran, ya ini saya, ini saya,
  xác minh, xác nhận, xác thực, kích hoạt, hoàn tất đăng ký, đúng là tôi,
  ยืนยัน, ตรวจสอบ, เปิดใช้งาน, ลงทะเบียนให้เสร็จ, ใช่ฉันเอง,
  potvrdit, potvrď*, potvrzen*, ověř*, aktiv*, dokončit registrac*, potvrdiť, overiť, overenie, dokončiť registrác*,
  megerősít*, ellenőrz*, hitelesít*, aktivál*, regisztráció befejez*, jóváhagy*,
  confirm*, verific*, activează, activați, finalizează înregistr*,
  επιβεβαίωσ*, επιβεβαιώσ*, επαλήθευσ*, επαληθεύσ*, ενεργοποί*, ολοκλήρωση εγγραφής,
  потвърд*, потвържд*, активир*, провер*, завърши регистрац*,
  potvrd*, verificir*, provjer*, aktivir*, dovrši registrac*, potrdi*, potrjev*, preveri*, потврд*, верификуј*, активирај*, potvrdite,
  patvirtin*, aktyvuo*, apstiprin*, aktiviz*, kinnita*, aktiveeri*, verifitseeri*,
  אימות, לאמת, אמת, אישור, לאשר, אשר, אשרו, הפעל, הפעלת, השלמת הרשמה, זה אני,
  যাচাই, নিশ্চিত, সক্রিয়, உறுதிப்படுத்*, சரிபார்*, ధృవీకరించ*, నిర్ధారించ*, પુષ્ટિ, ચકાસો, ಪರಿಶೀಲಿಸಿ, ದೃಢೀಕರಿಸಿ, സ്ഥിരീകരി*,
  confirma, verifica, activa, egiaztatu, baieztatu, berretsi, aktibatu, cadarnhau, gwirio, dilysu, deimhnigh, fíoraigh, staðfest*, virkja, bevestig, verifieer, təsdiq*, aktivləşdir*, tasdiqla*, faollashtir*, растау*, дадастур*, დაადასტურ*, დადასტურ*, გააქტიურ*, հաստատ*, ակտիվաց*, konfirmo*, verifiko*, aktivizo*, thibitisha, kumpirmahin, i verify, i confirm
`;

export const loginWords = `
  log in, login, log into, logging in, sign in, signin, sign into, signing in, log me in, sign me in, magic link, open your account, access your account, access my account, continue to,
  anmelden, einloggen, jetzt anmelden, zum login, login link, zur anmeldung, melde dich an,
  se connecter, connexion, connectez vous, me connecter, connecte toi, accéder à mon compte, lien magique, accéder à mon espace, identifiez vous,
  iniciar sesión, inicia sesión, iniciar mi sesión, entrar, acceder, accede, ingresar, ingresa, enlace mágico, entra,
  entrar, acessar, aceder, iniciar sessão, fazer login, link mágico, acesse, entre na sua conta,
  accedi, accedere, entra, effettua il login, effettua l'accesso, link magico, collegati,
  inloggen, log in, aanmelden, direct inloggen, magische link,
  zaloguj*, logowan*, magiczny link,
  войти, войдите, вход, вход в, авториз*, волшебн*,
  увійти, увійдіть, вхід, авториз*,
  giriş yap*, giriş, oturum aç*, sihirli bağlantı,
  登录, 登錄, 登入, 登陆, 进入账户,
  ログイン, サインイン, ログオン, マジックリンク,
  로그인, 접속하기, 매직 링크,
  تسجيل الدخول, سجل الدخول, سجّل الدخول, دخول, الدخول, ورود, وارد شوید, وارد شدن, لاگ ان, سائن ان,
  लॉग इन, लॉगिन, लॉगइन, साइन इन, प्रवेश करें,
  logga in, inloggning*, log ind, login, logg inn, logg på, innlogging*, magisk länk,
  kirjaudu*, kirjautu*, taikalinkki,
  masuk, login, log masuk, daftar masuk, tautan ajaib,
  đăng nhập, truy cập tài khoản, liên kết ma thuật,
  เข้าสู่ระบบ, ล็อกอิน, ลงชื่อเข้าใช้,
  přihlásit*, přihlášen*, prihlásiť*, prihlásen*,
  bejelentkez*, belépés, belép*, lépj be, lépjen be,
  conectare, conectează*, autentifică*, autentificare, intră în cont, conectați,
  σύνδεση, συνδεθείτε, είσοδος, συνδέσου,
  вход, влез*, влизане,
  prijav*, prijavi se, prijavite se, ulogujte*, uloguj*, пријав*, улогуј*, vpis, vpiši*,
  prisijung*, pieslēg*, ielogo*, ienākt, pieteik*, logi sisse, sisse logi*, sisselogi*,
  התחבר*, התחברות, כניסה, להתחבר, התחברו, היכנס*,
  লগ ইন, লগইন, সাইন ইন, உள்நுழை*, లాగిన్*, సైన్ ఇన్*, લૉગિન, લોગિન, ಲಾಗಿನ್, ലോഗിൻ,
  inicia la sessió, iniciar sessió, iniciar sesión, saioa hasi, hasi saioa, mewngofnodi, logáil isteach, sínigh isteach, skrá inn, innskráning, teken in, daxil ol*, kirish, кіру, შესვლა, մուտք, hyni, hyr, ingia, mag log in, mag sign in
`;

/** What a link says that leaves its purpose to the words around it. */
export const genericWords = `
  here, click here, click, link, this link, this, button, tap here, go, open, continue, learn more, hier, hier klicken, klicken sie hier, diesen link, link, ici, cliquez ici, cliquer ici, ce lien, aquí, haz clic aquí, haga clic aquí, este enlace, pulsa aquí, aqui, clique aqui, este link, qui, clicca qui, questo link, klik hier, deze link, tutaj, kliknij tutaj, kliknij, ten link, здесь, сюда, тут, нажмите здесь, по ссылке, ссылка, ссылке, buraya tıklayın, buraya, bu bağlantı, tıklayın, 这里, 此处, 點此, 点击这里, 点此, 此链接, 這裡, 點擊這裡, こちら, ここ, こちらをクリック, リンク, 여기, 이곳, 여기를 클릭, 링크, هنا, اضغط هنا, انقر هنا, الرابط, اینجا, यहाँ, यहां, यहाँ क्लिक करें, लिंक, här, klicka här, her, klik her, klikk her, tästä, tässä, täältä, linkki, di sini, klik di sini, tautan ini, disini, tại đây, nhấn vào đây, bấm vào đây, liên kết này, đây, ที่นี่, คลิกที่นี่, zde, klikněte zde, sem, tu, kliknite sem, itt, ide, kattintson ide, kattints ide, aici, click aici, εδώ, πατήστε εδώ, тук, щракнете тук, ovdje, ovde, kliknite ovdje, овде, tukaj, kliknite tukaj, čia, spauskite čia, šeit, siin, siia, kliki siin, כאן, לחץ כאן, לחצו כאן, এখানে, இங்கே, ఇక్కడ, bura, bu yerga, осында, აქ, այստեղ, këtu, hapa
`;
