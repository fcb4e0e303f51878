'use client'
import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { createFineRoute, listFinesRoute } from '@openspot/contract/operations/fines.ts'
import type { Photo } from '@openspot/contract/operations/photos.ts'
import { isOneOf } from '@openspot/core/enums.ts'
import { type FineReason, fineReasons } from '@openspot/core/fines/enums.ts'
import { photosPerFine } from '@openspot/core/fines/limits.ts'
import { needsSpot } from '@openspot/core/fines/rights.ts'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { codeOf, fieldOf } from '@/lib/api.ts'
import { useAttemptKey, withNewKey } from '@/lib/attempt-key.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { useDraft } from '@/lib/use-draft.ts'
import { PlateRegionField } from '@/ui/car/plate-region-field.tsx'
import { Choice } from '@/ui/choice.tsx'
import { GatedButton } from '@/ui/gated-button.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { FieldRow } from '@/ui/panel.tsx'
import { PhotoField } from '@/ui/photo/photo-field.tsx'
import { useLotPhoto } from '@/ui/photo/use-lot-photo.ts'
import { Plate } from '@/ui/plate.tsx'
import { Note } from '@/ui/states.tsx'
import { FineSpot } from './fine-spot.tsx'
import css from './fines.module.css'

const empty = { plate: '', region: '', note: '', reason: '', spot_id: '' }
type SimilarPlate = { plate: string; region: string; spot_label: string }

/** Warns or fines a vehicle. The rules of the lot decide which of them, and the amount. */
export function NewFineScreen({ lot }: { lot: ConsoleLot }) {
  const t = useTranslations()
  const router = useRouter()
  const [seen, setSeen, forget] = useDraft(`fine ${lot.id}`, () => empty)
  const reason: FineReason | null = isOneOf(fineReasons, seen.reason) ? seen.reason : null
  const [photos, setPhotos] = useState<Photo[]>([])
  const [isConfirmed, setIsConfirmed] = useState(false)
  const upload = useLotPhoto(lot.id)
  const keyFor = useAttemptKey()
  const create = useApiMutation(createFineRoute, { client: 'admin', refresh: [listFinesRoute] })
  const field = fieldOf(create.error)
  const isSpotNeeded = reason !== null && needsSpot(reason)
  const similar = codeOf(create.error) === 'plate_similar' ? similarOf(create.error?.body.details) : null
  const change = (name: keyof typeof empty) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget
    setSeen((former) => ({ ...former, [name]: value }))
    if (name === 'note') return
    if (name === 'reason' || name === 'spot_id') {
      // The refusal may have been of the spot that was missing. One of a plate stays until the plate changes.
      if (field?.field === 'spot_id') create.reset()
      return
    }
    // What was compared is no longer this plate.
    setIsConfirmed(false)
    create.reset()
  }
  return (
    <div className={css.stack}>
      <PageHead
        back={<Link href={`/lots/${lot.id}/fines`}>{t('fines.list.back')}</Link>}
        title={t('fines.list.add')}
        text={t('fines.new.text')}
      />
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (!reason) return
          const { plate, region, note, spot_id } = seen
          const body = {
            lot_id: lot.id,
            plate: plate.trim(),
            reason,
            photo_ids: photos.map(({ id }) => id),
            ...(region ? { region } : {}),
            ...(spot_id ? { spot_id } : {}),
            ...(note.trim() ? { note: note.trim() } : {}),
            ...(isConfirmed ? { confirmed_plate: true } : {}),
          }
          create.mutate(
            { body, idempotency_key: keyFor(JSON.stringify(body)) },
            {
              onSuccess: ({ id }) => {
                forget()
                router.push(`/lots/${lot.id}/fines/${id}`)
              },
              onError: (error) => void withNewKey(error, keyFor),
            },
          )
        }}
      >
        {create.error && !['plate', 'photo_ids', 'spot_id'].includes(field?.field ?? '') ? (
          <Note tone="bad" title={create.error.message} />
        ) : null}
        <FieldRow>
          <TextInput
            label={t('fines.one.plate')}
            size="md"
            required
            withAsterisk={false}
            maxLength={20}
            value={seen.plate}
            error={field?.field === 'plate' && !similar ? field.message : null}
            onChange={change('plate')}
          />
          <PlateRegionField
            country={lot.country}
            value={seen.region}
            onChange={(value) => change('region')({ currentTarget: { value } })}
          />
        </FieldRow>
        <Choice
          name="reason"
          legend={t('fines.notice.reason')}
          value={reason}
          onChange={(value) => change('reason')({ currentTarget: { value } })}
          options={fineReasons.map((value) => ({ value, content: t(`fines.reasons.${value}`) }))}
        />
        <FineSpot
          lot_id={lot.id}
          value={seen.spot_id}
          required={isSpotNeeded}
          error={field?.field === 'spot_id' ? field.message : null}
          onChange={(value) => change('spot_id')({ currentTarget: { value } })}
        />
        <Textarea
          label={t('fines.one.note')}
          description={t('fines.new.noteText')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          size="md"
          autosize
          maxLength={500}
          value={seen.note}
          onChange={change('note')}
        />
        <PhotoField
          photos={photos}
          max={photosPerFine}
          text={t('fines.new.photosText')}
          upload={upload}
          error={field?.field === 'photo_ids' ? field.message : null}
          onChange={setPhotos}
        />
        {similar ? (
          <Note title={create.error?.message ?? ''}>
            <p className={css.said}>
              {similar.map(({ plate, region, spot_label }) => (
                <span key={`${plate}${spot_label}`}>
                  <Plate plate={plate} region={region} /> {spot_label}{' '}
                </span>
              ))}
            </p>
          </Note>
        ) : null}
        {similar || isConfirmed ? (
          <Checkbox
            label={t('fines.new.confirm')}
            checked={isConfirmed}
            onChange={(event) => setIsConfirmed(event.currentTarget.checked)}
          />
        ) : null}
        <GatedButton
          type="submit"
          h={48}
          why={
            !reason ||
            !seen.plate.trim() ||
            (isSpotNeeded && !seen.spot_id) ||
            (similar !== null && !isConfirmed)
              ? t('common.why.fill')
              : null
          }
          loading={create.isPending}
        >
          {t('fines.new.save')}
        </GatedButton>
      </form>
    </div>
  )
}

/** The plates that may be meant instead, from the details of the refusal. */
function similarOf(details: Record<string, unknown> | undefined): SimilarPlate[] {
  const found = details?.['similar']
  const isPlate = (one: unknown): one is SimilarPlate =>
    typeof one === 'object' && one !== null && 'plate' in one && 'spot_label' in one && 'region' in one
  return Array.isArray(found) ? found.filter(isPlate) : []
}
