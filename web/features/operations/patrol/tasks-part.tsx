'use client'
import { Button, TextInput } from '@mantine/core'
import type { ShiftTask } from '@openspot/contract/operations/patrol.ts'
import { isOneOf } from '@openspot/core/enums.ts'
import { type ProblemFinding, problemFindings } from '@openspot/core/problems/enums.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { tag } from '@/lib/messages/tag.ts'
import type { DeviceShift } from '@/lib/patrol/device.ts'
import { serverNow } from '@/lib/patrol/shift.ts'
import { Choice } from '@/ui/choice.tsx'
import { Plate } from '@/ui/plate.tsx'
import { EmptyState } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'
import css from './patrol.module.css'
import type { Outbox } from './use-outbox.ts'
import { WhyNot } from './why-not.tsx'

/** The open problems of the lot, for the patroller to look at and record what is there. */
export function TasksPart({
  shift,
  outbox,
  onLookUp,
}: {
  shift: DeviceShift
  outbox: Outbox
  onLookUp: (asked: { plate: string; region: string }) => void
}) {
  const t = useTranslations()
  const { tasks } = shift.data
  if (tasks.length === 0)
    return <EmptyState title={t('patrol.tasks.emptyTitle')} text={t('patrol.tasks.emptyText')} />
  return (
    <ul className={css.list}>
      {tasks.map((task) => (
        <Task key={task.id} task={task} shift={shift} outbox={outbox} onLookUp={onLookUp} />
      ))}
    </ul>
  )
}

function Task({ task, shift, outbox, onLookUp }: Parameters<typeof TasksPart>[0] & { task: ShiftTask }) {
  const t = useTranslations()
  const queued = outbox.actions.flatMap((action) =>
    action.kind === 'FINDING' && action.problem_id === task.id ? [action] : [],
  )
  const mine = queued.at(-1)
  const { other_plate, other_region } = task
  return (
    <li className={css.card}>
      <h2>{t(`problems.staffKinds.${task.kind}`)}</h2>
      {task.spot_label ? <p>{t('patrol.tasks.spot', { spot: task.spot_label })}</p> : null}
      {task.text ? (
        <p className={css.said}>
          <bdi>{task.text}</bdi>
        </p>
      ) : null}
      <p className={css.quiet}>
        {t.rich('patrol.tasks.reported', {
          time: tag(<Moment at={task.created_at} zone={shift.data.lot.time_zone} inside />),
        })}
      </p>
      {other_plate ? (
        <Button
          variant="default"
          h={56}
          aria-label={t('patrol.tasks.lookUp', { plate: other_plate })}
          onClick={() => onLookUp({ plate: other_plate, region: other_region })}
        >
          <span className={css.inButton}>
            {t('patrol.lookUp.action')} <Plate plate={other_plate} region={other_region} />
          </span>
        </Button>
      ) : null}
      {mine ? (
        <p role="status">
          <b>{t('patrol.tasks.queued', { finding: t(`problems.findings.${mine.finding}`) })}</b>
        </p>
      ) : (
        <FindingForm task={task} shift={shift} outbox={outbox} />
      )}
    </li>
  )
}

function FindingForm({ task, shift, outbox }: { task: ShiftTask; shift: DeviceShift; outbox: Outbox }) {
  const t = useTranslations()
  const [id] = useState(() => crypto.randomUUID())
  const [finding, setFinding] = useState<ProblemFinding | null>(null)
  const [note, setNote] = useState('')
  const save = async () => {
    if (!finding) return
    await outbox.add({
      kind: 'FINDING',
      id,
      lot_id: shift.lot_id,
      user_id: shift.user_id,
      done_at: serverNow(shift).toISOString(),
      problem_id: task.id,
      spot_label: task.spot_label,
      finding,
      note: note.trim(),
      shown: task.finding,
      state: 'WAITING',
      attempt: 0,
      not_before: 0,
      failures: 0,
      problem: null,
    })
    void outbox.send()
  }
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {task.finding ? (
        <p>{t('patrol.tasks.found', { finding: t(`problems.findings.${task.finding}`) })}</p>
      ) : null}
      <Choice
        name={`finding-${task.id}`}
        legend={t('patrol.tasks.what')}
        value={finding}
        onChange={(value) => isOneOf(problemFindings, value) && setFinding(value)}
        options={problemFindings.map((value) => ({ value, content: t(`problems.findings.${value}`) }))}
      />
      {finding ? (
        <TextInput
          label={t('patrol.tasks.note')}
          size="lg"
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      ) : null}
      <WhyNot why={finding ? null : t('patrol.tasks.findingMissing')} />
      <Button type="submit" h={56} variant="default" disabled={!finding}>
        {t('patrol.tasks.save')}
      </Button>
    </form>
  )
}
