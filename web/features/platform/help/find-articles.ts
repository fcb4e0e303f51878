import type { Article } from '@openspot/messages/articles.ts'

const words = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** Returns the articles in which every word of a search begins a word, those with one in the title first. */
export function findArticles<Of extends Article>(articles: readonly Of[], q: string): Of[] {
  const sought = words(q)
  const inText = (text: string, word: string) => words(text).some((one) => one.startsWith(word))
  return articles
    .filter(({ title, text }) => sought.every((word) => inText([title, ...text].join(' '), word)))
    .toSorted(
      (a, b) =>
        sought.filter((word) => inText(b.title, word)).length -
        sought.filter((word) => inText(a.title, word)).length,
    )
}
