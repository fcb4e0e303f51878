'use client'
import { Button, CopyButton, Modal, TextInput } from '@mantine/core'
import { Buttons, Fields } from '@/ui/panel.tsx'
import { words } from '@/words/index.ts'

const say = words.invites.made

/** A newly created link. It is not stored, so it is shown only once. */
export function MadeLink({ url, onClose }: { url: string; onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title={say.title}>
      <Fields>
        <p>{say.text}</p>
        <TextInput label={say.link} value={url} readOnly onFocus={(event) => event.currentTarget.select()} />
        <Buttons>
          <CopyButton value={url}>
            {({ copied, copy }) => <Button onClick={copy}>{copied ? say.copied : say.copy}</Button>}
          </CopyButton>
          <Button variant="default" onClick={onClose}>
            {say.done}
          </Button>
        </Buttons>
      </Fields>
    </Modal>
  )
}
