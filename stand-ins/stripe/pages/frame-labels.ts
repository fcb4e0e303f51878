/** The labels of the card fields in the languages of the product, as the real form shows them in the language that the shop asks for. */
interface FrameLabels {
  number: string
  expiry: string
  cvc: string
}

const english: FrameLabels = { number: 'Card number', expiry: 'Expiration date', cvc: 'Security code' }

const labels: Readonly<Record<string, FrameLabels>> = {
  en: english,
  'en-GB': { number: 'Card number', expiry: 'Expiry date', cvc: 'Security code' },
  'es-419': { number: 'Número de tarjeta', expiry: 'Fecha de vencimiento', cvc: 'Código de seguridad' },
  fr: { number: 'Numéro de carte', expiry: 'Date d’expiration', cvc: 'Code de sécurité' },
  de: { number: 'Kartennummer', expiry: 'Ablaufdatum', cvc: 'Prüfnummer' },
  'pt-BR': { number: 'Número do cartão', expiry: 'Data de validade', cvc: 'Código de segurança' },
  it: { number: 'Numero di carta', expiry: 'Data di scadenza', cvc: 'Codice di sicurezza' },
  zh: { number: '卡号', expiry: '有效期', cvc: '安全码' },
  ja: { number: 'カード番号', expiry: '有効期限', cvc: 'セキュリティコード' },
  ar: { number: 'رقم البطاقة', expiry: 'تاريخ الانتهاء', cvc: 'رمز الأمان' },
}

/** The labels in a language that the shop asks for; in English for one that is not known. */
export const labelsIn = (locale: string): FrameLabels => labels[locale] ?? english
