import type { LanguageWords } from './language-words.js';

export const southeastAsian: Readonly<Record<string, LanguageWords>> = {
  id: {
    code: 'kode, sandi, kata sandi, pin, token, password, kodenya, angka, digit',
    purpose:
      'verifikasi*, memverifikasi, konfirmasi*, mengonfirmasi, keamanan, masuk, login, sekali pakai, akses, otentikasi, autentikasi, aktivasi, mengaktifkan, reset, mengatur ulang, atur ulang, pemulihan, daftar, pendaftaran, otorisasi, identitas, dua langkah, dua faktor, rahasia',
    named: 'otp, kode otp, kode verifikasi, kode masuk, kode rahasia, kode akses, kode keamanan',
    around:
      'menit, berlaku, kedaluwarsa, kadaluarsa, kadaluwarsa, jangan berikan, jangan bagikan, jangan beritahukan, jangan sebarkan, siapa pun, siapapun, masukkan, gunakan, tidak meminta, tidak merasa, bukan anda',
    other:
      'pesanan, order, tagihan, faktur, resi, pengiriman, paket, pelanggan, jumlah, total, pemesanan, booking, telepon, telp, hp, kode pos, referensi, tiket, penerbangan, kursi, kamar, barang, produk, npwp, rekening, harga, versi, tahun, sejak, jalan, jl, nomor, virtual account, invoice, batang, kode booking, kode bayar, kode barang, kode area, rp, kwh',
    offer: 'promo*, diskon, voucher, kupon, hadiah, hemat, gratis, cashback, penawaran, ongkir, kode referral, undang',
  },
  ms: {
    code: 'kod, kata laluan, pin, nombor pin, katalaluan, tac',
    purpose:
      'pengesahan, mengesahkan, sahkan, keselamatan, log masuk, sekali guna, akses, pengaktifan, aktifkan, set semula, tetapan semula, daftar, kebenaran, satu kali',
    named: 'tac, otp, kod pengesahan, nombor tac, kod tac, kod keselamatan',
    around:
      'minit, sah, sah sehingga, tamat, luput, jangan kongsi, jangan dedahkan, sesiapa, masukkan, gunakan, tidak meminta, tidak memohon',
    other:
      'pesanan, invois, penghantaran, bungkusan, pelanggan, jumlah, tempahan, telefon, tel, poskod, rujukan, tiket, penerbangan, produk, akaun, harga, versi, tahun, jalan, nombor, kod pos, rm',
    offer: 'promosi, promo*, diskaun, baucar, kupon, hadiah, jimat, percuma, tawaran',
  },
  tl: {
    code: 'code, kodigo, password, pin',
    purpose:
      'beripikasyon, pag verify, i verify, ma verify, kumpirmahin, kumpirmasyon, seguridad, mag log in, mag sign in, pag log in, i reset, i activate, minsanang, isang beses',
    around:
      'minuto, mag expire, mawawalan, valid, huwag ibahagi, huwag ibigay, huwag i share, kahit kanino, kaninuman, ilagay, i enter, gamitin, hindi ikaw, hindi mo hiniling',
    other: 'order, resibo, telepono, halaga, kabuuan, presyo, taon, numero, padala',
    offer: 'diskwento, voucher, libre, regalo, promo*',
  },
  vi: {
    code: 'mã, mật khẩu, mã số, mã pin, pin, chữ số',
    purpose:
      'xác minh, xác thực, xác nhận, bảo mật, đăng nhập, một lần, dùng một lần, truy cập, kích hoạt, đặt lại, khôi phục, đăng ký, giao dịch, hai bước, hai lớp, danh tính',
    named: 'otp, mã otp, mã xác minh, mã xác thực, mã xác nhận, mã bảo mật, smart otp, mã đăng nhập',
    around:
      'phút, hiệu lực, hết hạn, không chia sẻ, đừng chia sẻ, không cung cấp, bất kỳ ai, bất cứ ai, cho ai, nhập, sử dụng, vui lòng nhập, không yêu cầu, không phải bạn, không phải quý khách, tuyệt đối',
    other:
      'đơn hàng, hóa đơn, hoá đơn, vận đơn, kiện hàng, khách hàng, số tiền, tổng, tổng cộng, đặt chỗ, đặt phòng, điện thoại, đt, sđt, hotline, tổng đài, mã bưu, bưu chính, bưu điện, mã số thuế, mst, tham chiếu, hợp đồng, vé, chuyến bay, ghế, phòng, sản phẩm, tài khoản, giá, phiên bản, năm, đường, số, mã đơn, mã vận, mã khách, mã sản phẩm, mã vạch, mã đặt, mã hồ sơ, mã sinh viên, mã nhân viên, mã hóa đơn, mã giao dịch, mã hàng, mã vùng, vnđ, đồng',
    offer:
      'khuyến mãi, khuyến mại, giảm giá, mã giảm, ưu đãi, voucher, quà tặng, tiết kiệm, miễn phí, phiếu quà, hoàn tiền',
  },
  th: {
    code: 'รหัส, รหัสผ่าน, พิน, โค้ด, ตัวเลข',
    purpose:
      'ยืนยัน, ตรวจสอบ, ความปลอดภัย, เข้าสู่ระบบ, ล็อกอิน, ครั้งเดียว, ใช้ครั้งเดียว, เข้าถึง, เปิดใช้งาน, รีเซ็ต, ตั้งรหัสผ่านใหม่, กู้คืน, ลงทะเบียน, สมัคร, ยืนยันตัวตน, ชั่วคราว, ลับ',
    named: 'otp, รหัส otp, รหัสยืนยัน, รหัสความปลอดภัย, รหัสใช้ครั้งเดียว, รหัสลับ',
    around:
      'นาที, หมดอายุ, ใช้ได้, มีอายุ, ห้ามเปิดเผย, ห้ามบอก, อย่าเปิดเผย, อย่าบอก, ผู้อื่น, ใคร, กรอก, ใส่, ระบุ, ป้อน, ไม่ได้ขอ, ไม่ได้ร้องขอ',
    other:
      'คำสั่งซื้อ, ออเดอร์, ใบแจ้งหนี้, พัสดุ, จัดส่ง, ลูกค้า, จำนวนเงิน, ยอด, รวม, การจอง, โทร, โทรศัพท์, ไปรษณีย์, อ้างอิง, สัญญา, ตั๋ว, เที่ยวบิน, ที่นั่ง, ห้อง, สินค้า, บัญชี, ราคา, เวอร์ชัน, ปี, ถนน, เลขที่, หมายเลข, เลขประจำตัว, บาร์โค้ด, พ.ศ., บาท, ref',
    offer: 'ส่วนลด, คูปอง, โปรโมชั่น, โปรโมชัน, ของขวัญ, ฟรี, ข้อเสนอ, แนะนำเพื่อน, ช้อป',
  },
  lo: {
    code: 'ລະຫັດ, ລະຫັດຜ່ານ, ໂຄດ',
    purpose: 'ຢືນຢັນ, ກວດສອບ, ຄວາມປອດໄພ, ເຂົ້າສູ່ລະບົບ, ຄັ້ງດຽວ, ເປີດໃຊ້, ຕັ້ງຄ່າໃໝ່, ລົງທະບຽນ',
    around: 'ນາທີ, ໝົດອາຍຸ, ໃຊ້ໄດ້, ຫ້າມ, ຢ່າ, ໃສ່, ປ້ອນ, ຜູ້ອື່ນ, ໃຜ',
    other: 'ຄໍາສັ່ງຊື້, ຄຳສັ່ງຊື້, ໃບແຈ້ງໜີ້, ໂທ, ລາຄາ, ລວມ, ໄປສະນີ, ປີ, ເລກທີ',
    offer: 'ສ່ວນຫຼຸດ, ຄູປອງ, ໂປຣໂມຊັນ',
  },
  km: {
    code: 'លេខកូដ, កូដ, ពាក្យសម្ងាត់, លេខសម្ងាត់',
    purpose: 'ផ្ទៀងផ្ទាត់, បញ្ជាក់, សុវត្ថិភាព, ចូល, ប្រើម្ដង, ម្ដង, តែម្តង, កំណត់ឡើងវិញ, ចុះឈ្មោះ',
    around: 'នាទី, ផុតកំណត់, មានសុពលភាព, កុំចែករំលែក, កុំ, បញ្ចូល, ប្រើ, អ្នកដទៃ, នរណា',
    other: 'ការបញ្ជាទិញ, វិក្កយបត្រ, ទូរស័ព្ទ, តម្លៃ, សរុប, ប្រៃសណីយ៍, ឆ្នាំ',
    offer: 'បញ្ចុះតម្លៃ, គូប៉ុង, ប្រូម៉ូសិន',
  },
  my: {
    code: 'ကုဒ်, ကုတ်, စကားဝှက်, နံပါတ်',
    purpose: 'အတည်ပြု, လုံခြုံရေး, ဝင်ရောက်, အကောင့်ဝင်, တစ်ကြိမ်, တစ်ခါသုံး, ပြန်လည်သတ်မှတ်, စာရင်းသွင်း',
    around: 'မိနစ်, သက်တမ်း, မမျှဝေ, မပြော, ထည့်, ရိုက်ထည့်, အသုံးပြု, မည်သူ',
    other: 'အော်ဒါ, ပြေစာ, ဖုန်း, စျေးနှုန်း, စုစုပေါင်း, ခုနှစ်',
    offer: 'လျှော့စျေး, ကူပွန်, ပရိုမိုးရှင်း',
  },
};
