'use client'
import { Button } from '@mantine/core'
import { type Gate, listGatesRoute } from '@openspot/contract/operations/gates.ts'
import { listPassGatesRoute } from '@openspot/contract/operations/pass-gates.ts'
import { IconBarrierBlock } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl'
import { tag } from '@/lib/messages/tag.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { Moment } from '@/ui/time.tsx'
import css from './gate.module.css'
import { GateState } from './gate-state.tsx'
import { OpeningNote } from './opening-note.tsx'
import { type Opening, useOpenGate, useOpenPassGate } from './use-open-gate.ts'

/**
 * The gates of a lot, each with a button large enough for a thumb. Nothing if there are none, or with `open_only`, none
 * that the reader can open now without giving a reason.
 */
export function DriverGates({
  lot_id,
  zone,
  open_only = false,
}: {
  lot_id: string
  zone: string
  open_only?: boolean
}) {
  const answer = useApiQuery(listGatesRoute, { params: { lot_id } }, { everySeconds: 30 })
  const gates = (answer.data?.items ?? []).filter((gate) => !open_only || (gate.may_open && !gate.needs_note))
  return <GateList gates={gates}>{(gate) => <DriverGate key={gate.id} gate={gate} zone={zone} />}</GateList>
}

/** The gates that one reservation opens, for someone who has a link to its pass. */
export function PassGates({ reservation_id, zone }: { reservation_id: string; zone: string }) {
  const answer = useApiQuery(listPassGatesRoute, { params: { reservation_id } }, { everySeconds: 30 })
  return (
    <GateList gates={answer.data?.items ?? []}>
      {(gate) => <PassGate key={gate.id} gate={gate} reservation_id={reservation_id} zone={zone} />}
    </GateList>
  )
}

function GateList({ gates, children }: { gates: readonly Gate[]; children: (gate: Gate) => ReactNode }) {
  const t = useTranslations()
  const id = useId()
  if (gates.length === 0) return null
  return (
    <section aria-labelledby={id} className={css.gates}>
      <h2 id={id}>{t('gates.title')}</h2>
      {gates.map(children)}
    </section>
  )
}

function PassGate({ gate, reservation_id, zone }: { gate: Gate; reservation_id: string; zone: string }) {
  const opening = useOpenPassGate({ reservation_id, gate_id: gate.id })
  return <GateCard gate={gate} opening={opening} zone={zone} />
}

/** A gate that the reader opens by whatever entitles them to. */
export function DriverGate({ gate, zone }: { gate: Gate; zone: string }) {
  const opening = useOpenGate({ lot_id: gate.lot_id, gate_id: gate.id })
  return <GateCard gate={gate} opening={opening} zone={zone} />
}

/** A gate with its state, its button, and what came of the last request. */
function GateCard({ gate, opening, zone }: { gate: Gate; opening: Opening; zone: string }) {
  const t = useTranslations()
  const word = opening.open ? t('gates.open.again') : t('gates.open.button')
  return (
    <article className={css.gate}>
      <div className={css.head}>
        <h3>{gate.name}</h3>
        <GateState gate={gate} zone={zone} />
      </div>
      {gate.may_open && !gate.needs_note ? (
        <Button
          h={56}
          size="lg"
          leftSection={<IconBarrierBlock size={22} aria-hidden="true" />}
          loading={opening.isBusy}
          aria-label={`${word}: ${gate.name}`}
          onClick={() => opening.request()}
        >
          {word}
        </Button>
      ) : (
        <p className={css.quiet}>
          {gate.opens_at
            ? t.rich('gates.open.opensFrom', {
                time: tag(<Moment at={gate.opens_at} zone={zone} inside zoned />),
              })
            : gate.reason
              ? t(`gates.reasons.${gate.reason}`)
              : null}
        </p>
      )}
      <OpeningNote opening={opening} emergency={gate.emergency_access} />
    </article>
  )
}
