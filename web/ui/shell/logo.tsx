import Link from 'next/link'
import { SpotMark } from '@/ui/spot/spot-mark.tsx'
import { words } from '@/words/index.ts'
import css from './shell.module.css'

export function Logo({ href = '/' }: { href?: string }) {
  return (
    <Link href={href} className={css.logo} aria-label={words.common.product}>
      <SpotMark size={26} />
      <span>{words.common.product}</span>
    </Link>
  )
}
