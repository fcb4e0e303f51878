'use client'
import { Button, FileButton, TextInput } from '@mantine/core'
import { pictureTypes } from '@openspot/core/files/limits.ts'
import { IconCamera } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { DevicePhoto } from '@/lib/patrol/action.ts'
import type { DeviceShift } from '@/lib/patrol/device.ts'
import { devicePhoto } from '@/lib/patrol/device-photo.ts'
import { AnswerCard } from './answer-card.tsx'
import { DevicePicture } from './device-picture.tsx'
import { type Answer, lookUp, plateProblem } from './look-up.ts'
import css from './patrol.module.css'
import type { Outbox } from './use-outbox.ts'

/** Looks up a license plate, typed or read from a photo by the person who holds the phone. */
export function LookUpPart({
  shift,
  outbox,
  initial,
  onFine,
}: {
  shift: DeviceShift
  outbox: Outbox
  /** A plate to look up, such as the one of a task. */
  initial: { plate: string; region: string }
  onFine: (answer: Answer, photos: DevicePhoto[]) => void
}) {
  const t = useTranslations()
  const [plate, setPlate] = useState(initial.plate)
  const [region, setRegion] = useState(initial.region)
  const [photo, setPhoto] = useState<DevicePhoto | null>(null)
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const ask = async () => {
    const wrong = plateProblem(t, { plate, region })
    if (wrong !== null) {
      setProblem(wrong)
      field.current?.focus()
      return
    }
    setIsBusy(true)
    try {
      setAnswer(await lookUp(shift, outbox, { plate, region }))
    } finally {
      setIsBusy(false)
    }
  }
  const again = () => {
    setAnswer(null)
    setPlate('')
    setPhoto(null)
    setProblem(null)
  }
  if (answer)
    return (
      <AnswerCard
        answer={answer}
        zone={shift.data.lot.time_zone}
        onFine={() => onFine(answer, photo ? [photo] : [])}
        onAgain={again}
      />
    )
  return (
    <form
      className={css.lookUp}
      onSubmit={(event) => {
        event.preventDefault()
        void ask()
      }}
    >
      {photo ? <DevicePicture photo={photo} alt={t('patrol.lookUp.photoAlt')} className={css.large} /> : null}
      <TextInput
        ref={field}
        label={t('patrol.lookUp.plate')}
        classNames={{ input: css.plateField ?? '' }}
        size="xl"
        value={plate}
        maxLength={20}
        autoCapitalize="characters"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="search"
        error={problem}
        onChange={(event) => {
          setPlate(event.currentTarget.value.toUpperCase())
          setProblem(null)
        }}
      />
      <TextInput
        label={t('patrol.lookUp.region')}
        size="lg"
        value={region}
        maxLength={10}
        autoCapitalize="characters"
        autoComplete="off"
        onChange={(event) => setRegion(event.currentTarget.value.toUpperCase())}
      />
      <FileButton
        accept={pictureTypes.join()}
        capture="environment"
        onChange={(file) => {
          if (file) void devicePhoto(file).then(setPhoto)
        }}
      >
        {(props) => (
          <Button
            {...props}
            variant="default"
            mih={56}
            h="auto"
            classNames={{ label: css.wraps ?? '' }}
            leftSection={<IconCamera size={22} aria-hidden="true" />}
          >
            {t('patrol.lookUp.camera')}
          </Button>
        )}
      </FileButton>
      <p className={css.quiet}>{t('patrol.lookUp.photoText')}</p>
      <div className={css.thumb}>
        <Button type="submit" h={64} fz={20} fullWidth loading={isBusy}>
          {t('patrol.lookUp.action')}
        </Button>
      </div>
    </form>
  )
}
