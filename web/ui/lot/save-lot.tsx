'use client'
import { Button, UnstyledButton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconHeart, IconHeartFilled } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { readChoice, writeChoice } from '@/lib/stored-choice.ts'
import { useSavedLot } from '@/lib/use-saved-lots.ts'
import css from './save-lot.module.css'

// Loaded when it is first needed, because most visits don't save a lot.
const SignInToSave = dynamic(() => import('./sign-in-to-save.tsx').then((one) => one.SignInToSave), {
  ssr: false,
})

/** The lot that a visitor wanted to save when they were asked to sign in. */
const WANTED = 'openspot-lot-to-save'

const fail = (error: Error) => notifications.show({ color: 'red', message: error.message })

/** Saves a lot, or removes it. A visitor is asked to sign in, and the lot is saved when they are back. */
export function SaveLot({
  lot: { id, name },
  isLabeled = false,
}: {
  lot: { id: string; name: string }
  /** Whether the button has a text, and not only a heart. */
  isLabeled?: boolean
}) {
  const t = useTranslations()
  const { isSaved, isLoaded, save, remove } = useSavedLot(id)
  // The dialog stays after it was closed, because it gives the focus back.
  const [asks, setAsks] = useState<boolean | null>(null)
  const input = { params: { lot_id: id } }
  const { mutate } = save
  useEffect(() => {
    // Only someone who has signed in has a list.
    if (!isLoaded || readChoice(WANTED) !== id) return
    writeChoice(WANTED, null)
    mutate(
      { params: { lot_id: id } },
      { onSuccess: () => notifications.show({ message: t('savedLots.done', { name }) }), onError: fail },
    )
  }, [isLoaded, id, name, mutate, t])

  const toggle = () => {
    if (isSaved) return remove.mutate(input, { onError: fail })
    save.mutate(input, {
      onError: (error) => {
        if (error.status === 401) setAsks(true)
        else fail(error)
      },
    })
  }
  const heart = isSaved ? (
    <IconHeartFilled size={20} className={css.saved} aria-hidden="true" />
  ) : (
    <IconHeart size={20} aria-hidden="true" />
  )
  return (
    <>
      {isLabeled ? (
        <Button variant="default" leftSection={heart} onClick={toggle}>
          {isSaved ? t('savedLots.saved') : t('savedLots.save')}
        </Button>
      ) : (
        <UnstyledButton
          className={css.heart}
          aria-label={t('savedLots.saveLot', { name })}
          aria-pressed={isSaved}
          onClick={toggle}
        >
          {heart}
        </UnstyledButton>
      )}
      {asks === null ? null : (
        <SignInToSave
          opened={asks}
          name={name}
          onSignIn={() => writeChoice(WANTED, id)}
          onClose={() => setAsks(false)}
        />
      )}
    </>
  )
}
