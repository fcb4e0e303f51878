'use client'
import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import type { PageKind } from '@/lib/page-kinds.ts'
import { useOnline } from '@/lib/use-online.ts'
import css from './what-works.module.css'

const never = () => () => undefined

/**
 * Says what works on a public page without JavaScript, without a connection, and while its scripts are on their way. The last one is there
 * from the start and becomes visible after some seconds, because nothing can show it then; React removes it as soon as it listens.
 */
export function WhatWorks({ kind }: { kind: PageKind }) {
  const t = useTranslations()
  const isOnline = useOnline()
  const isListening = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  return (
    <>
      <noscript>
        <p role="status" className={css.note}>
          {t(`common.works.script.${kind}`)}
        </p>
      </noscript>
      {isListening ? null : (
        <p role="status" className={css.slow}>
          {t('common.works.slow')}
        </p>
      )}
      {/* A pass says itself as of when it is shown. */}
      {isOnline || kind === 'PASS' ? null : (
        <p role="status" className={css.note}>
          {t(`common.works.offline.${kind === 'FORM' ? 'FORM' : 'READ'}`)}
        </p>
      )}
    </>
  )
}
