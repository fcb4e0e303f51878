import { pictureLimits } from '@openspot/core/files/limits.ts'
import { smallerPicture } from '@/lib/picture-form.ts'
import type { DevicePhoto } from './action.ts'

/** Photos above this size are scaled down, because a shift may collect many of them before they are sent. */
const MAX_BYTES = 400_000

/** Returns a photo as it is kept on the device, at most as large as the server would keep it. */
export async function devicePhoto(file: File): Promise<DevicePhoto> {
  const smaller = await smallerPicture(file, { side: pictureLimits.photo_side, bytes: MAX_BYTES })
  return { id: crypto.randomUUID(), blob: smaller ?? file, photo_id: null }
}
