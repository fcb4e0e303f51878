import { clearKeptPages } from '@/lib/kept-pages.ts'
import { hintSignedIn } from '@/lib/signed-in-hint.ts'
import { forgetDrafts } from '@/lib/use-draft.ts'

/** Loaded only when someone leaves, because few people patrol. */
export const patrolDevice = () => import('./device.ts')

/** Deletes what this device kept for the person whose session ended, and opens the start page. */
export async function leaveDevice(user_id: string | undefined): Promise<void> {
  hintSignedIn(false)
  forgetDrafts()
  await clearKeptPages()
  await (await patrolDevice()).clearDevice(user_id)
  window.location.assign('/')
}
