import { Button, TextInput } from '@mantine/core'
import type { PublicLot } from '@openspot/contract/lots/lots.ts'
import { checkPlateRoute } from '@openspot/contract/operations/plates.ts'
import { IconCircleCheck, IconOctagon } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { fieldOf } from '@/lib/api.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { Note } from '@/ui/states.tsx'
import css from './plate-check.module.css'

/** Answers yes or no to whether a plate may park in a lot now. */
export function PlateCheckScreen({
  lot,
  isSignedIn,
  personCheck,
}: {
  lot: PublicLot
  isSignedIn: boolean
  /** The bot check, for those who aren’t signed in. */
  personCheck: (onSolved: (answer: string | null) => void) => ReactNode
}) {
  const t = useTranslations()
  const [plate, setPlate] = useState('')
  const [region, setRegion] = useState('')
  const [solved, setSolved] = useState<string | null>(null)
  const [waits, setWaits] = useState(false)
  // A puzzle can be used once, so each question needs a new one.
  const [attempt, setAttempt] = useState(0)
  const check = useApiMutation(checkPlateRoute)
  const field = fieldOf(check.error)
  const answer = check.data?.may_park
  const renew = () => {
    setSolved(null)
    setAttempt((before) => before + 1)
  }
  const again = () => {
    check.reset()
    setPlate('')
  }
  return (
    <div className={css.screen}>
      <h1>{t('plateCheck.title')}</h1>
      <p>{t('plateCheck.text', { lot: lot.name })}</p>
      {answer === undefined ? (
        <form
          className={css.form}
          onSubmit={(event) => {
            event.preventDefault()
            if (!isSignedIn && !solved) return setWaits(true)
            const { public_id } = lot
            const body = {
              plate,
              ...(region.trim() ? { region: region.trim() } : {}),
              ...(solved ? { bot_check: solved } : {}),
            }
            check.mutate({ params: { public_id }, body }, { onSettled: renew })
          }}
        >
          {check.error && field?.field !== 'plate' ? <Note tone="bad" title={check.error.message} /> : null}
          <TextInput
            label={t('plateCheck.plate')}
            size="lg"
            required
            withAsterisk={false}
            maxLength={20}
            autoComplete="off"
            autoCapitalize="characters"
            value={plate}
            error={field?.field === 'plate' ? field.message : null}
            onChange={(event) => setPlate(event.currentTarget.value)}
          />
          <TextInput
            label={t('plateCheck.region')}
            size="lg"
            maxLength={10}
            autoComplete="off"
            value={region}
            onChange={(event) => setRegion(event.currentTarget.value)}
          />
          {isSignedIn ? null : (
            <div key={attempt}>
              {personCheck((payload) => {
                setSolved(payload)
                if (payload) setWaits(false)
              })}
            </div>
          )}
          {waits ? <Note title={t('plateCheck.waits')} /> : null}
          <Button type="submit" h={48} loading={check.isPending}>
            {t('plateCheck.action')}
          </Button>
          <p className={css.quiet}>{t('plateCheck.logged')}</p>
        </form>
      ) : (
        <section className={css.answer} data-answer={answer ? 'yes' : 'no'} role="status">
          {answer ? (
            <IconCircleCheck size={56} aria-hidden="true" />
          ) : (
            <IconOctagon size={56} aria-hidden="true" />
          )}
          <p className={css.word}>{answer ? t('plateCheck.yes') : t('plateCheck.no')}</p>
          <p>
            {answer
              ? t('plateCheck.yesText', { plate: plate.toUpperCase(), lot: lot.name })
              : t('plateCheck.noText', { plate: plate.toUpperCase(), lot: lot.name })}
          </p>
          <Button variant="default" h={48} onClick={again}>
            {t('plateCheck.again')}
          </Button>
        </section>
      )}
    </div>
  )
}
