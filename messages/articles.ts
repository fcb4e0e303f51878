import arabic from './articles-ar-ae.json' with { type: 'json' }
import german from './articles-de-de.json' with { type: 'json' }
import british from './articles-en-gb.json' with { type: 'json' }
import american from './articles-en-us.json' with { type: 'json' }
import spanish from './articles-es-us.json' with { type: 'json' }
import french from './articles-fr-fr.json' with { type: 'json' }
import italian from './articles-it-it.json' with { type: 'json' }
import japanese from './articles-ja-jp.json' with { type: 'json' }
import brazilian from './articles-pt-br.json' with { type: 'json' }
import chinese from './articles-zh-cn.json' with { type: 'json' }
import { type Locale, localeFor, type ShownLocale } from './locales.ts'
import { toAccented, toMirrored } from './pseudo.ts'

export const helpTopics = ['BOOKING', 'CHANGES', 'ARRIVING', 'PAYING', 'TRUST', 'OWNERS'] as const
export type HelpTopic = (typeof helpTopics)[number]

/** A section of a longer text: its anchor, its title, and its paragraphs. */
export interface Article {
  id: string
  title: string
  text: string[]
}
export interface HelpArticle extends Article {
  topic: HelpTopic
}
export interface Articles {
  help: HelpArticle[]
  terms: Article[]
}

/** As the file has them: JSON has no literal types. */
interface ArticlesFile {
  help: (Article & { topic: string })[]
  terms: Article[]
}

const files: Readonly<Record<Locale, ArticlesFile>> = {
  'en-US': american,
  'en-GB': british,
  'es-US': spanish,
  'fr-FR': french,
  'de-DE': german,
  'pt-BR': brazilian,
  'it-IT': italian,
  'zh-CN': chinese,
  'ja-JP': japanese,
  'ar-AE': arabic,
}

const inLocale = (locale: Locale): Articles => ({
  help: files[locale].help.map((article) => ({ ...article, topic: topicOf(article.topic) })),
  terms: files[locale].terms,
})

function topicOf(name: string): HelpTopic {
  const topic = helpTopics.find((one) => one === name)
  if (!topic) throw new Error(`There is no topic ${name}.`)
  return topic
}

/** What the pseudo-locales make of an article. Only texts for people change. */
function changed<Of extends Article>(article: Of, change: typeof toAccented): Of {
  const texts = Object.fromEntries([['title', article.title], ...article.text.entries()])
  const { title, ...paragraphs } = change(texts)
  return { ...article, title: joined(title), text: Object.values(paragraphs).map(joined) }
}

const joined = (text: unknown): string => (Array.isArray(text) ? text.join('') : String(text))

/** Returns the long texts of a locale. They are rendered on the server and are no messages, so that no other page loads them. */
export function articlesFor(locale: ShownLocale): Articles {
  const change = locale === 'en-XA' ? toAccented : locale === 'ar-XB' ? toMirrored : null
  if (!change) return inLocale(localeFor(locale))
  const articles = inLocale('en-US')
  return {
    help: articles.help.map((article) => changed(article, change)),
    terms: articles.terms.map((article) => changed(article, change)),
  }
}
