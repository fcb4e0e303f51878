'use client'
import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { isOneOf } from '@openspot/core/enums.ts'
import { type FineReason, fineReasons } from '@openspot/core/fines/enums.ts'
import { photosPerFine } from '@openspot/core/fines/limits.ts'
import { needsSpot, refutes } from '@openspot/core/fines/rights.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { DevicePhoto } from '@/lib/patrol/action.ts'
import type { DeviceShift } from '@/lib/patrol/device.ts'
import { serverNow } from '@/lib/patrol/shift.ts'
import { Choice } from '@/ui/choice.tsx'
import { Note } from '@/ui/states.tsx'
import { DevicePhotos } from './device-photos.tsx'
import { FineCosts } from './fine-costs.tsx'
import { type Answer, plateProblem } from './look-up.ts'
import css from './patrol.module.css'
import type { Outbox } from './use-outbox.ts'
import { WhyNot } from './why-not.tsx'

/** Warns or fines the vehicle that was looked up. It is kept on the device, and sent when there is a connection. */
export function FinePart({
  shift,
  outbox,
  answer,
  initialPhotos,
  onDone,
  onBack,
}: {
  shift: DeviceShift
  outbox: Outbox
  answer: Answer
  initialPhotos: DevicePhoto[]
  onDone: () => void
  onBack: () => void
}) {
  const t = useTranslations()
  // One form is one action, however often it is tapped.
  const [id] = useState(() => crypto.randomUUID())
  const [seen_at] = useState(() => serverNow(shift).toISOString())
  const [plate, setPlate] = useState(answer.plate)
  const [reason, setReason] = useState<FineReason | null>(null)
  const [spot_id, setSpotId] = useState('')
  const [note, setNote] = useState('')
  const [photos, setPhotos] = useState(initialPhotos)
  const [isConfirmed, setIsConfirmed] = useState(false)
  const [isSaving, setIsSaving] = useState(false)
  const { fine_reasons, spots, lot } = shift.data
  const spot_label = spots.find((spot) => spot.id === spot_id)?.label ?? null
  const isSame = plate.trim() === answer.plate
  const refuting =
    isSame && reason !== null
      ? answer.rights.find(
          (right) => right.match === 'EXACT' && refutes(reason, right.spot_label, spot_label),
        )
      : undefined
  const isSimilar = isSame && answer.result === 'SIMILAR'
  const isSpotMissing = reason !== null && needsSpot(reason) && spot_id === ''
  const wrong = plateProblem(t, { plate, region: answer.region })
  const isReady =
    reason !== null &&
    wrong === null &&
    !refuting &&
    !isSpotMissing &&
    (!isSimilar || (isConfirmed && photos.length > 0))
  const why = isReady
    ? null
    : reason === null
      ? t('patrol.fine.reasonMissing')
      : refuting
        ? t('patrol.fine.mayPark')
        : isSpotMissing
          ? t('patrol.fine.spotMissing')
          : isSimilar
            ? t('patrol.fine.confirmFirst')
            : t('common.why.correct')
  const save = async () => {
    if (!isReady || isSaving) return
    setIsSaving(true)
    await outbox.add({
      kind: 'FINE',
      id,
      lot_id: shift.lot_id,
      user_id: shift.user_id,
      done_at: seen_at,
      fine: {
        plate: plate.trim(),
        reason,
        ...(answer.region ? { region: answer.region } : {}),
        ...(spot_id ? { spot_id } : {}),
        ...(note.trim() ? { note: note.trim() } : {}),
        ...(isConfirmed ? { confirmed_plate: true } : {}),
      },
      photos,
      fine_id: null,
      state: 'WAITING',
      attempt: 0,
      not_before: 0,
      failures: 0,
      problem: null,
    })
    void outbox.send()
    onDone()
  }
  const head = (
    <div className={css.formHead}>
      <h2>{t('patrol.fine.title')}</h2>
      <Button variant="default" h={48} onClick={onBack}>
        {t('patrol.fine.back')}
      </Button>
    </div>
  )
  // A form without a reason to choose could never be sent.
  if (fine_reasons.length === 0)
    return (
      <div className={css.form}>
        {head}
        <Note title={t('patrol.fine.noReasons')} />
      </div>
    )
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {head}
      <TextInput
        label={t('patrol.lookUp.plate')}
        classNames={{ input: css.plateField ?? '' }}
        size="lg"
        value={plate}
        maxLength={20}
        autoCapitalize="characters"
        autoComplete="off"
        error={plate.trim() === '' ? null : wrong}
        onChange={(event) => setPlate(event.currentTarget.value.toUpperCase())}
      />
      <Choice
        name="reason"
        legend={t('fines.notice.reason')}
        value={reason}
        onChange={(value) => isOneOf(fineReasons, value) && setReason(value)}
        options={fine_reasons.map((each) => ({
          value: each.reason,
          content: (
            <span className={css.reason}>
              <b>{t(`fines.reasons.${each.reason}`)}</b>
              <FineCosts of={each} currency={lot.currency} />
            </span>
          ),
        }))}
      />
      <p className={css.quiet}>{t('patrol.fine.rules')}</p>
      <NativeSelect
        label={reason !== null && needsSpot(reason) ? t('patrol.fine.spot') : t('patrol.fine.spotOptional')}
        size="lg"
        value={spot_id}
        error={isSpotMissing ? t('patrol.fine.spotMissing') : null}
        onChange={(event) => setSpotId(event.currentTarget.value)}
        data={[
          { value: '', label: t('patrol.fine.noSpot') },
          ...spots.map(({ id: value, label }) => ({ value, label })),
        ]}
      />
      <Textarea
        label={t('fines.one.note')}
        size="lg"
        autosize
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <DevicePhotos
        photos={photos}
        max={photosPerFine}
        text={t('patrol.fine.photosText')}
        onChange={setPhotos}
      />
      {refuting ? <Note title={t('patrol.fine.mayPark')} /> : null}
      {isSimilar ? (
        <Checkbox
          size="lg"
          label={t('patrol.fine.confirm')}
          description={photos.length === 0 ? t('patrol.fine.confirmPhoto') : null}
          checked={isConfirmed}
          onChange={(event) => setIsConfirmed(event.currentTarget.checked)}
        />
      ) : null}
      <div className={css.thumb}>
        <WhyNot why={why} />
        <Button type="submit" h={64} fz={20} fullWidth disabled={!isReady}>
          {t('patrol.fine.save')}
        </Button>
      </div>
    </form>
  )
}
