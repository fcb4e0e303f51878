'use client'
import { Button, Modal } from '@mantine/core'
import { saveFile } from '@/lib/save-file.ts'
import { Buttons } from '@/ui/panel.tsx'
import { words } from '@/words/index.ts'
import css from './account.module.css'

/** Backup codes, shown once. */
export function CodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const say = words.account
  const save = () =>
    saveFile(new File([`${codes.join('\n')}\n`], 'openspot-backup-codes.txt', { type: 'text/plain' }))
  return (
    <Modal opened onClose={onClose} closeOnClickOutside={false} title={say.codesTitle}>
      <div className={css.dialog}>
        <p>{say.codesText}</p>
        <ul className={css.codes}>
          {codes.map((code) => (
            <li key={code} className={css.code}>
              {code}
            </li>
          ))}
        </ul>
        <Buttons>
          <Button variant="default" onClick={save}>
            {say.codesSave}
          </Button>
          <Button onClick={onClose}>{say.codesDone}</Button>
        </Buttons>
      </div>
    </Modal>
  )
}
