import type { Article } from '@openspot/messages/articles.ts'
import css from './help.module.css'

/** Articles below each other, each with an anchor. Their titles are below the heading of what they are in. */
export function ArticleList({
  articles,
  level: Title = 'h3',
}: {
  articles: readonly Article[]
  level?: 'h2' | 'h3'
}) {
  return (
    <div className={css.articles}>
      {articles.map(({ id, title, text }) => (
        <article key={id} id={id} className={css.article}>
          <Title>{title}</Title>
          {text.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </article>
      ))}
    </div>
  )
}
