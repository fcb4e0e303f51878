'use client'
import { TextInput } from '@mantine/core'
import { eachSpotFact, type SpotFact, spotFactNames, spotFacts } from '@openspot/core/spots/spot-facts.ts'
import { useTranslations } from 'use-intl'

/** What staff write about a spot, as edited in its form. */
export type WrittenDraft = Record<SpotFact, string>

export const writtenDraft = (spot: Partial<Record<SpotFact, string | null>>): WrittenDraft =>
  eachSpotFact((fact) => spot[fact] ?? '')

/** Returns the part of the request body; empty fields become null. */
export const writtenBody = (draft: WrittenDraft) => eachSpotFact((fact) => draft[fact].trim() || null)

/** The fields of what staff write about a spot, or of some of it. */
export function WrittenFacts({
  draft,
  facts = spotFactNames,
  errorAt = () => null,
  onChange,
}: {
  draft: Partial<WrittenDraft>
  facts?: readonly SpotFact[]
  errorAt?: (field: string) => string | null
  onChange: (part: Partial<WrittenDraft>) => void
}) {
  const t = useTranslations()
  return facts.map((fact) => (
    <TextInput
      key={fact}
      label={t(`spotCalendar.facts.${fact}`)}
      description={t('spotCalendar.facts.staffOnly')}
      maxLength={spotFacts[fact]}
      value={draft[fact] ?? ''}
      error={errorAt(fact)}
      onChange={(event) => onChange({ [fact]: event.currentTarget.value })}
    />
  ))
}
