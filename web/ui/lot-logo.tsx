import css from './lot-logo.module.css'

/** The logo of a lot next to its name, which already is the text alternative; nothing if there is none. */
export function LotLogo({ url, size }: { url: string | null; size: number }) {
  if (url === null) return null
  // oxlint-disable-next-line next/no-img-element -- our own picture, small and encoded already
  return <img src={url} alt="" width={size} height={size} className={css.logo} />
}
