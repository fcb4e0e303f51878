import Link from 'next/link'
import { useTranslations } from 'use-intl'
import css from './shell.module.css'

/** The footer of public pages. */
export function PublicFooter() {
  const t = useTranslations()
  return (
    <footer className={css.footer}>
      <Link href="/" prefetch={false}>
        {t('common.findParking')}
      </Link>
      <Link href="/parking" prefetch={false}>
        {t('cities.title')}
      </Link>
      <Link href="/list-your-parking" prefetch={false}>
        {t('common.listParking')}
      </Link>
      <Link href="/help" prefetch={false}>
        {t('help.title')}
      </Link>
      <Link href="/terms" prefetch={false}>
        {t('help.terms.title')}
      </Link>
      <Link href="/privacy" prefetch={false}>
        {t('usage.privacy.menu')}
      </Link>
      <Link href="/help#contact" prefetch={false}>
        {t('help.contact.link')}
      </Link>
    </footer>
  )
}
