'use client'
import { Button } from '@mantine/core'
import type { PublicLot } from '@openspot/contract/lots/lots.ts'
import { listGatesRoute } from '@openspot/contract/operations/gates.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { useApiQuery } from '@/lib/use-api.ts'
import { DriverGate } from '@/ui/gate/driver-gates.tsx'
import { Note } from '@/ui/states.tsx'
import css from './lots.module.css'

/** The gate at which the visitor scanned a sign: its button, or what is missing to open it. */
export function SignGate({ lot, gate_id, path }: { lot: PublicLot; gate_id: string; path: string }) {
  const t = useTranslations()
  const answer = useApiQuery(listGatesRoute, { params: { lot_id: lot.id } }, { everySeconds: 30 })
  const gate = answer.data?.items.find(({ id }) => id === gate_id)
  if (gate) return <DriverGate gate={gate} zone={lot.time_zone} />
  if (answer.error?.status === 401) {
    return (
      <Note tone="plain" title={t('lot.gate.signInTitle')}>
        <p>{t('lot.gate.signInText')}</p>
        <div className={css.noteAction}>
          <Button component={Link} href={`/sign-in?${new URLSearchParams({ next: path })}`} variant="default">
            {t('lot.gate.signIn')}
          </Button>
        </div>
      </Note>
    )
  }
  if (!answer.isSuccess && ![403, 404].includes(answer.error?.status ?? 0)) return null
  return (
    <Note tone="plain" title={t('lot.gate.bookTitle')}>
      <p>{t('lot.gate.bookText')}</p>
    </Note>
  )
}
