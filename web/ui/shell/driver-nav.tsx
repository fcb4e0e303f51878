'use client'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { words } from '@/words/index.ts'
import css from './shell.module.css'

const places = [
  ['/me', words.driver.nav.stays],
  ['/me/cars', words.driver.nav.cars],
  ['/me/payment-methods', words.driver.nav.paymentMethods],
  ['/me/profile', words.driver.nav.profile],
] as const

export function DriverNav() {
  const path = usePathname()
  return (
    <nav className={css.tabs} aria-label={words.driver.nav.label}>
      {places.map(([href, word]) => (
        <Link key={href} href={href} aria-current={isHere(path, href) ? 'page' : undefined}>
          {word}
        </Link>
      ))}
    </nav>
  )
}

const isHere = (path: string | null, href: string) =>
  href === '/me' ? path === '/me' || path?.startsWith('/me/reservations') : path?.startsWith(href)
