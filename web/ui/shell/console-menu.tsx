'use client'
import { UnstyledButton } from '@mantine/core'
import { useClickOutside, useWindowEvent } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import Link from 'next/link'
import { useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCurrentInView } from '@/lib/use-current-in-view.ts'
import css from './console-menu.module.css'

export interface ConsoleMenuItem {
  href: string
  label: string
  /** Subpages don't belong to it. */
  isExact?: boolean
  /** Loaded as a new page instead of within this one. */
  isOtherApp?: boolean
}

export interface ConsoleMenuTopic {
  name: string
  items: ConsoleMenuItem[]
}

const currentOf = ({ href, isExact }: ConsoleMenuItem, path: string | null) =>
  path === href ? 'page' : !isExact && path?.startsWith(`${href}/`) ? true : undefined

/**
 * The sections of a console. At a desk, the main work is larger than the other topics. On a phone, only the main work is in the strip,
 * and a button next to it, which never scrolls away, opens the topics.
 */
export function ConsoleMenu({
  main,
  topics,
  unused = [],
  path,
}: {
  main: readonly ConsoleMenuItem[]
  topics: readonly ConsoleMenuTopic[]
  unused?: readonly ConsoleMenuItem[]
  path: string | null
}) {
  const t = useTranslations()
  const id = useId()
  const strip = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  // Open for the path on which it was opened, so that a chosen link closes it.
  const [openAt, setOpenAt] = useState<string | null>(null)
  const isOpen = openAt !== null && openAt === path
  const close = () => setOpenAt(null)
  const outside = useClickOutside<HTMLDivElement>(close)
  useCurrentInView(strip, path, main.length)
  const isHere = [...topics.flatMap(({ items }) => items), ...unused].some(
    (one) => currentOf(one, path) !== undefined,
  )
  useWindowEvent('keydown', ({ key }) => {
    if (key !== 'Escape' || !isOpen) return
    close()
    button.current?.focus()
  })
  return (
    <div className={css.menu} ref={outside}>
      <div className={css.strip}>
        <div className={css.main} ref={strip}>
          {main.map((one) => (
            <Item key={one.href} item={one} path={path} />
          ))}
        </div>
        <UnstyledButton
          ref={button}
          className={css.more}
          aria-expanded={isOpen}
          aria-controls={id}
          data-here={isHere || undefined}
          onClick={() => setOpenAt(isOpen ? null : path)}
        >
          {t('driver.nav.more')}
          <IconChevronDown size={16} aria-hidden="true" />
        </UnstyledButton>
      </div>
      <div id={id} className={css.topics} data-open={isOpen || undefined}>
        {topics
          .filter(({ items }) => items.length > 0)
          .map(({ name, items }) => (
            <fieldset key={name} className={css.topic}>
              <legend>{name}</legend>
              {items.map((one) => (
                <Item key={one.href} item={one} path={path} />
              ))}
            </fieldset>
          ))}
        {unused.length > 0 ? (
          <details className={css.unused}>
            <summary>{t('staff.nav.unused')}</summary>
            {unused.map((one) => (
              <Item key={one.href} item={one} path={path} />
            ))}
          </details>
        ) : null}
      </div>
    </div>
  )
}

function Item({ item, path }: { item: ConsoleMenuItem; path: string | null }) {
  if (item.isOtherApp) return <a href={item.href}>{item.label}</a>
  return (
    <Link href={item.href} aria-current={currentOf(item, path)}>
      {item.label}
    </Link>
  )
}
