'use client'
import { Button, CopyButton, Modal, TextInput } from '@mantine/core'
import type { Reservation } from '@openspot/contract/booking/reservations.ts'
import { createPassLinkRoute, deletePassLinksRoute } from '@openspot/contract/booking/shared-passes.ts'
import { IconShare } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useApiMutation } from '@/lib/use-api.ts'
import { Buttons, Fields } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import { reservationTimeText, useTimeFormat } from '@/ui/time.tsx'

/** Shares the pass with a companion by a link that needs no account: with the phone's own menu, or by copying it. */
export function SharePass({ reservation }: { reservation: Reservation }) {
  const t = useTranslations()
  const [isOpen, setIsOpen] = useState(false)
  const make = useApiMutation(createPassLinkRoute)
  const end = useApiMutation(deletePassLinksRoute)
  const params = { reservation_id: reservation.id }
  const timeFormat = useTimeFormat(reservation.lot.time_zone)
  const error = make.error ?? end.error
  const open = () => {
    end.reset()
    setIsOpen(true)
    make.mutate({ params })
  }
  const text = t('sharedPass.text', {
    lot: reservation.lot.name,
    spot: reservation.spot.label,
    when: reservationTimeText(t, reservation, timeFormat),
  })
  return (
    <>
      <Button
        variant="default"
        h={48}
        leftSection={<IconShare size={18} aria-hidden="true" />}
        loading={make.isPending}
        onClick={open}
      >
        {t('sharedPass.share')}
      </Button>
      <Modal opened={isOpen} onClose={() => setIsOpen(false)} title={t('sharedPass.share')}>
        <Fields>
          {error ? <Note tone="bad" title={error.message} /> : null}
          {end.isSuccess ? (
            <Note tone="good" title={t('sharedPass.stopped')} />
          ) : (
            <>
              <p>{t('sharedPass.about')}</p>
              <TextInput
                label={t('sharedPass.link')}
                readOnly
                dir="ltr"
                translate="no"
                value={make.data?.url ?? ''}
                onFocus={(event) => event.currentTarget.select()}
              />
              {make.data ? (
                <Buttons>
                  <SendButton url={make.data.url} text={text} />
                  <CopyButton value={make.data.url}>
                    {({ copied, copy }) => (
                      <Button variant="default" onClick={copy}>
                        {copied ? t('sharedPass.copied') : t('sharedPass.copy')}
                      </Button>
                    )}
                  </CopyButton>
                  <Button variant="default" loading={end.isPending} onClick={() => end.mutate({ params })}>
                    {t('sharedPass.stop')}
                  </Button>
                </Buttons>
              ) : null}
            </>
          )}
        </Fields>
      </Modal>
    </>
  )
}

/** Opens the phone's own menu for sharing; nothing where the browser has none. */
function SendButton({ url, text }: { url: string; text: string }) {
  const t = useTranslations()
  const [problem, setProblem] = useState(false)
  if (typeof navigator.share !== 'function') return null
  const share = async () => {
    try {
      await navigator.share({ url, text })
    } catch (error) {
      // The person closed the menu.
      setProblem(!(error instanceof DOMException && error.name === 'AbortError'))
    }
  }
  return (
    <>
      {problem ? <Note tone="bad" title={t('sharedPass.failed')} /> : null}
      <Button onClick={() => void share()}>{t('sharedPass.send')}</Button>
    </>
  )
}
