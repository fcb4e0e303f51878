/** Traditional characters and their simplified form, each pair after the other: those of well-known places (place-names.tsv). */
const traditional =
  '紐纽約约磯矶舊旧頓顿華华達达圖图邁迈蘭兰維维鳳凤費费聖圣亞亚納纳爾尔奧奥魯鲁茲兹薩萨樹树園园國国際际機机場场傑杰遜逊羅罗喬乔馬马會会軍军聯联館馆劇剧廈厦' +
  '藝艺術术雲云門门瑪玛噴喷謝谢學学與与業业當当動动溫温書书廳厅論论壇坛報报紀纪醫医諾诺碼码頭头廣广車车區区麗丽購购盧卢臘腊麥麦覽览樂乐響响倫伦東东'
const simplified = new Map<string, string>()
const characters = Array.from(traditional)
for (let at = 0; at < characters.length; at += 2)
  simplified.set(characters[at] ?? '', characters[at + 1] ?? '')

/** Letters of Arabic that are written in several ways, and those of Persian and Urdu keyboards. */
const arabic: Readonly<Record<string, string>> = { ى: 'ي', ة: 'ه', ک: 'ك', ی: 'ي', گ: 'غ', ہ: 'ه' }

const cjk = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]`
const betweenCjk = new RegExp(`(?<=${cjk})[^\\p{L}\\p{N}]+(?=${cjk})`, 'gu')

/**
 * Returns a text, decomposed and without marks, in one form for each script: kana as katakana without the mark of a long vowel, simplified
 * characters, Arabic letters without variants, Latin digits, and no separators between Chinese and Japanese words, which have none when typed.
 */
export function foldScripts(text: string): string {
  // Most texts are Latin.
  if (!/[\u0600-\u06ff\u3040-\u30ff\u4e00-\u9fff]/.test(text)) return text
  return text
    .replace(/[\u3041-\u3096]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60))
    .replace(betweenCjk, '')
    .replace(/[ー\u0640]/g, '')
    .replace(/[\u4e00-\u9fff]/g, (one) => simplified.get(one) ?? one)
    .replace(/[\u0600-\u06ff]/g, (one) => arabic[one] ?? one)
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
}
