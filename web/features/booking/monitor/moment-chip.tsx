'use client'
import { Button, Popover, TextInput } from '@mantine/core'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { atLocal, localDate, localParts } from '@openspot/core/time/zone.ts'
import { IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import { GatedButton } from '@/ui/gated-button.tsx'
import css from './monitor.module.css'

/** The value of a `datetime-local` field for a minute in a zone, "2026-11-23T22:14". */
function fieldValue(zone: string, minutes: number): string {
  const { hour, minute } = localParts(zone, minutes)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${localDate(zone, minutes)}T${two(hour)}:${two(minute)}`
}

/** Shows the monitor as it was at a past moment, in the lot's time zone. */
export function MomentChip({
  at,
  zone,
  onChange,
}: {
  at: string | null
  zone: string
  onChange: (at: string | null) => void
}) {
  const t = useTranslations()
  const { now } = useClock()
  const [opened, setOpened] = useState(false)
  const [typed, setTyped] = useState('')
  const latest = fieldValue(zone, Math.floor(minutesOf(now)))
  const why = typed === '' ? t('common.why.fill') : typed > latest ? t('staff.monitor.momentFuture') : null
  const open = () => {
    setTyped(at === null ? latest : fieldValue(zone, minutesOf(at)))
    setOpened(true)
  }
  const show = () => {
    const [year, month, day, hour = 0, minute = 0] = typed.split(/\D/).map(Number)
    if (year && month && day) onChange(isoOf(atLocal(zone, { year, month, day, hour, minute })))
    setOpened(false)
  }
  if (at !== null) {
    return (
      <Button size="sm" onClick={() => onChange(null)}>
        {t('staff.monitor.backToNow')}
      </Button>
    )
  }
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={300} withinPortal trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconHistory size={16} aria-hidden="true" />}
          onClick={opened ? () => setOpened(false) : open}
        >
          {t('staff.monitor.past')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          className={css.moment}
          onSubmit={(event) => {
            event.preventDefault()
            show()
          }}
        >
          <TextInput
            type="datetime-local"
            size="md"
            label={t('staff.monitor.moment')}
            description={t('staff.monitor.momentText')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            max={latest}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <GatedButton type="submit" why={why}>
            {t('staff.monitor.show')}
          </GatedButton>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
