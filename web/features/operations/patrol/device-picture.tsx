'use client'
import { useEffect, useState } from 'react'
import type { DevicePhoto } from '@/lib/patrol/action.ts'

/** A photo that is only on this device. */
export function DevicePicture({
  photo,
  alt,
  className,
}: {
  photo: DevicePhoto
  alt: string
  className?: string | undefined
}) {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(photo.blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [photo.blob])
  // oxlint-disable-next-line next/no-img-element -- it is on this device
  return url ? <img src={url} alt={alt} className={className} /> : null
}
