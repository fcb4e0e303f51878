'use client'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { SpotMark } from '@/ui/spot/spot-mark.tsx'
import css from './shell.module.css'

export function Logo({ href = '/' }: { href?: string }) {
  const t = useTranslations()
  return (
    <Link href={href} className={css.logo} aria-label={t('common.product')}>
      <SpotMark size={26} />
      <span>{t('common.product')}</span>
    </Link>
  )
}
