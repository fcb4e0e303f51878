import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { getTimeZoneRoute } from '@openspot/contract/lots/time-zones.ts'
import { formatTime } from '@openspot/core/time/format.ts'
import { useTranslations } from 'use-intl'
import { useApiQuery } from '@/lib/use-api.ts'
import { Choice } from '@/ui/choice.tsx'
import { Buttons } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import { useTimeFormats } from '@/ui/time.tsx'
import css from './lot-settings.module.css'

/** Long enough that a pin that is dragged asks once. */
const PAUSE_MS = 400

export const zoneName = (zone: string): string => zone.replaceAll('_', ' ')

/** Displays the time zone of a location. Near a line, it asks which one clocks there show, with the time in each. */
export function TimeZoneChoice({
  lat,
  lng,
  value,
  onChange,
}: {
  lat: number | null
  lng: number | null
  /** Null: that of the location. */
  value: string | null
  onChange: (zone: string) => void
}) {
  const t = useTranslations()
  const formatOf = useTimeFormats()
  const [at] = useDebouncedValue(`${lat ?? Number.NaN} ${lng ?? Number.NaN}`, PAUSE_MS)
  const [north = Number.NaN, east = Number.NaN] = at.split(' ').map(Number)
  const answer = useApiQuery(
    getTimeZoneRoute,
    { query: { lat: north, lng: east } },
    { client: 'admin', enabled: Number.isFinite(north) && Number.isFinite(east), keep: true },
  )
  if (!answer.data) return null
  const { time_zone, nearby } = answer.data
  const timeIn = (zone: string) => {
    const format = formatOf(zone)
    return formatTime(format.now, format)
  }
  if (nearby.length > 0)
    return (
      <Note tone="plain" title={t('lotSettings.zone.ask')}>
        <p>{t('lotSettings.zone.askText')}</p>
        <div className={css.zones}>
          <Choice
            name="time_zone_at"
            legend={t('lotSettings.zone.ask')}
            options={[time_zone, ...nearby].map((zone) => ({
              value: zone,
              content: zoneName(zone),
              aside: timeIn(zone),
            }))}
            value={value ?? time_zone}
            onChange={onChange}
          />
        </div>
      </Note>
    )
  return (
    <div>
      <p className={css.quiet}>{t('lotSettings.zone.at', { zone: zoneName(time_zone) })}</p>
      {value !== null && value !== time_zone ? (
        <Buttons>
          <Button size="sm" variant="default" onClick={() => onChange(time_zone)}>
            {t('lotSettings.zone.use', { zone: zoneName(time_zone) })}
          </Button>
        </Buttons>
      ) : null}
    </div>
  )
}
