'use client'
import { ActionIcon } from '@mantine/core'
import { IconCurrentLocation } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { MapPoint } from '@/ui/map/lot-map.tsx'
import css from './search.module.css'

/** Shows where the person is on the map. Asks the device only when pressed. */
export function ShowMe({ onFound }: { onFound: (point: MapPoint) => void }) {
  const t = useTranslations()
  const [isRefused, setRefused] = useState(false)
  return (
    <div className={css.showMe}>
      <ActionIcon
        variant="default"
        size={44}
        radius="xl"
        aria-label={t('search.showMe')}
        onClick={() =>
          navigator.geolocation.getCurrentPosition(
            ({ coords }) => {
              setRefused(false)
              onFound({ lat: coords.latitude, lng: coords.longitude })
            },
            () => setRefused(true),
            { timeout: 8000, maximumAge: 60_000 },
          )
        }
      >
        <IconCurrentLocation size={22} aria-hidden="true" />
      </ActionIcon>
      {isRefused ? (
        <p className={css.note} role="alert">
          {t('search.nearMeRefused')}
        </p>
      ) : null}
    </div>
  )
}
