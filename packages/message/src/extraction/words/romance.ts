import type { LanguageWords } from './language-words.js';

export const romance: Readonly<Record<string, LanguageWords>> = {
  fr: {
    code: 'code, codes, mot de passe, mots de passe, pin, jeton, chiffres, clé, clef',
    purpose:
      'vérif*, confirm*, sécurité, sécuris*, connex*, connect*, identifi*, authentif*, usage unique, unique, accès, accéder, activ*, valid*, réinitialis*, récupér*, provisoire, temporaire, double authentif*, deux étapes, inscri*, débloqu*, appareil',
    named: 'otp, code de vérification, code de sécurité, code de connexion, code à usage unique, code de confirmation',
    around:
      "minute, minutes, expire*, valable, valide, ne partagez, ne le partagez, ne communiquez, ne le communiquez, ne transmettez, jamais, saisir, saisissez, entrez, entrer, saisis, rentrez, pas demandé, n'avez pas, n'êtes pas, utilisez ce, voici",
    other:
      'terminant par, commande*, facture*, colis, suivi, client*, dossier, montant, total, réservation*, réserv*, code postal, cp, téléphone, tél, appel*, appelez, fax, référence, réf, contrat, numéro client, billet, vol, siège, chambre, article, siret, siren, tva, rcs, rue, avenue, iban, version, erreur, depuis, année, prix, n°, adhérent, carte finissant, digicode, cedex, bp, numéro, livraison, ticket, porte, code barre, code article, code client, immatricul*, page, devis, naf',
    offer:
      'promo*, réduction*, remise*, cadeau*, parrain*, soldes, offre*, économis*, profitez, panier, avantage*, privilège, livraison offerte',
  },
  es: {
    code: 'código*, clave*, contraseña*, pin, token, dígitos, palabra clave',
    purpose:
      'verific*, confirm*, segur*, acceso, acceder, accede, inicio de sesión, iniciar sesión, inicia sesión, inicies sesión, entrar, autentic*, autoriz*, activ*, único, única, un solo uso, temporal, provisional, inicial, dos pasos, dos factores, restablec*, recuper*, registr*, ident*, valid*, desbloque*, dispositivo, dinámica',
    named:
      'otp, código de verificación, código de seguridad, clave dinámica, código de acceso, código de un solo uso, coordenada, token digital',
    around:
      'minuto, minutos, caduca*, expira*, vence*, válido*, válida, vigencia, no compart*, nunca compart*, no lo compart*, con nadie, nadie, ingres*, introduc*, introdúc*, escrib*, digit*, usa este, usa el, utiliz*, no solicit*, no has solicit*, no lo solicit*, no fuiste, no has sido',
    other:
      'solicitud, petición, pedido*, orden, factura*, envío*, seguimiento, rastreo, guía, cliente*, importe, monto, total, reserva*, localizador, teléfono*, tel, llama*, llámenos, fax, código postal, cp, c.p., referencia, ref, contrato, boleto, vuelo, asiento, habitación, artículo, producto, nif, cif, rfc, dni, ruc, iva, calle, avenida, iban, cuenta corriente, número de cuenta, versión, error, desde, año, precio, folio, expediente, nº, núm, póliza, suministro, ticket, incidencia, caso, terminada en, barras, código de barras, número',
    offer:
      'promo*, descuento*, cupón*, cupones, regalo*, referid*, oferta*, ahorr*, carrito, rebaja*, gratis, canje*, envío gratis',
  },
  pt: {
    code: 'código*, senha*, palavra passe, pin, token, chave, dígitos, contrassenha',
    purpose:
      'verific*, confirm*, seguran*, acesso, acessar, aceder, login, entrar, início de sessão, iniciar sessão, autentic*, autoriz*, ativa*, activa*, uso único, única, único, temporári*, provisóri*, inicial, duas etapas, dois fatores, redefin*, recuper*, regist*, cadastro, ident*, valid*, desbloque*, dispositivo',
    named: 'otp, código de verificação, código de segurança, código de acesso, código de uso único',
    around:
      'minuto, minutos, expira*, válido*, válida, validade, não compartilh*, nunca compartilh*, não partilh*, não o partilh*, com ninguém, ninguém, digite, digitar, insira, inserir, introduz*, informe, use este, utilize, não solicit*, não pedi*, não foi você',
    other:
      'pedido*, encomenda*, fatura*, factura*, envio*, rastre*, rastreio, cliente*, valor, total, montante, reserva*, localizador, telefone*, tel, ligue, fax, cep, código postal, referência, ref, contrato, bilhete, voo, assento, quarto, artigo, produto, nif, cpf, cnpj, iva, rua, avenida, iban, boleto, versão, erro, desde, ano, preço, protocolo, nº, apólice, chamado, ticket, entidade, processo, final, código de barras, barras, agência, número',
    offer:
      'promo*, desconto*, cupom, cupons, cupão, presente*, indica*, oferta*, econom*, carrinho, grátis, frete grátis, resgat*',
  },
  it: {
    code: "codice, codici, pin, password, parola d'ordine, token, chiave, cifre",
    purpose:
      'verific*, conferm*, sicurezz*, access*, accedi, accedere, login, entra, autentic*, autorizz*, attiv*, monouso, usa e getta, temporane*, provvisori*, inizial*, due passaggi, due fattori, reimpost*, recuper*, registr*, ident*, convalid*, sblocc*, dispositivo, spid, dispositiv*',
    named: 'otp, codice di verifica, codice di sicurezza, codice monouso, codice di accesso, codice di conferma',
    around:
      'minuto, minuti, scade*, valido, valida, validità, non condivid*, non comunic*, mai, a nessuno, con nessuno, nessuno, inserisc*, inserire, digita, digitare, immetti, usa questo, utilizza, non hai richiesto, non hai effettuato, non sei stato, ecco',
    other:
      'ordine*, ordini, fattur*, spedizion*, pacco, tracking, traccia*, cliente, importo, totale, prenotazion*, pnr, telefono*, tel, chiama*, numero verde, fax, cap, codice postale, riferimento, rif, pratica, contratto, biglietto, volo, posto, camera, articolo, prodotto, partita iva, p.iva, codice fiscale, fiscale, iva, viale, piazza, iban, versione, errore, anno, prezzo, n°, polizza, bolletta, pod, pdr, codice cliente, codice a barre, codice articolo, codice articol*, numero, ticket, segnalazione',
    offer:
      'promo*, sconto, sconti, scontat*, buono, buoni, coupon, regalo, regal*, offert*, risparmi*, carrello, spedizione gratuita, gratis, invita',
  },
  ro: {
    code: 'cod, codul, coduri, codului, parola, parolă, parole, pin, cifre',
    purpose:
      'verific*, confirm*, securit*, siguranță, autentific*, conect*, autoriz*, activ*, unică, unic, de unică folosință, acces*, resetar*, recuper*, înregistr*, ident*, valid*, logare',
    around:
      'minute, minut, expiră, expira, valabil*, nu partaja*, nu distribui*, nu divulga*, nu comunica*, nimănui, introduce*, introdu, tasta*, folosi*, nu ai solicitat, nu ați solicitat',
    other:
      'comand*, factur*, colet*, livrare, awb, client*, sum*, total*, rezervar*, telefon*, tel, cod poștal, poștal, referin*, contract*, bilet*, zbor*, produs*, cui, cif, tva, strada, str, iban, versiune*, an, preț*, nr, număr*',
    offer: 'promo*, reducer*, voucher*, cupon*, cadou*, oferte, ofertă, economis*, gratuit*, coș*',
  },
  ca: {
    code: 'codi, codis, contrasenya, clau, pin, dígits',
    purpose:
      'verific*, confirm*, seguret*, accés, accedir, inici de sessió, iniciar sessió, inicia sessió, autentic*, autoritz*, activ*, únic, un sol ús, temporal, restabl*, recuper*, registr*, ident*, valid*',
    around:
      "minuts, minut, caduca*, expira*, vàlid*, no comparteix*, no el comparteix*, compart*, ningú, introdu*, escriu, utilitz*, no l'has sol·licitat, no has",
    other:
      'comand*, factur*, enviament, seguiment, client*, import, total, reserva, telèfon, tel, codi postal, referència, contracte, producte, nif, iva, carrer, iban, versió, des de, any, preu, núm',
    offer: 'promo*, descompte*, cupó, regal, oferta, estalvi*, gratis',
  },
  gl: {
    code: 'código*, contrasinal, clave, pin, díxitos',
    purpose:
      'verific*, confirm*, segur*, acceso, acceder, inicio de sesión, iniciar sesión, inicia sesión, autentic*, activ*, único, un só uso, restablec*, recuper*, rexistr*, ident*, valid*',
    around:
      'minutos, minuto, caduca*, expira*, válido*, non compart*, ninguén, introduc*, introduce, escribe, utiliza, non solicit*, non fuches',
    other:
      'pedido*, factura*, envío*, seguimento, cliente*, importe, total, reserva*, teléfono, código postal, referencia, contrato, rúa, versión, ano, prezo, núm',
    offer: 'promo*, desconto*, cupón, agasallo, oferta, aforra*, gratis',
  },
  eu: {
    code: '*kodea, *kode, *kodeak, *pasahitza, *pasahitz*, pin, zenbakia',
    purpose:
      'egiazta*, baieztap*, baiezta*, berres*, segurtasun*, saioa, sarbide*, sartzeko, aktibatze*, aktibazio*, behin bakarrik, behin behineko, erabilera bakar*, berrezar*, erregistr*',
    around: 'minutu*, iraungi*, balio*, ez partekatu, inorekin, idatzi, sartu, erabili, eskatu ez, ez baduzu',
    other:
      'eskaera*, eskari*, faktura*, bezero*, bidalketa*, telefono*, posta kodea, zenbatekoa, guztira, erreserba*, erreferentzia*, kalea, bertsio*, urte*, prezioa',
    offer: 'deskontu*, kupoi*, opari*, eskaintza*, doan',
  },
};
