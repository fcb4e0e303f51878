'use client'
import { useEffect, useRef } from 'react'
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
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    if (photo.blob === null) return
    const url = URL.createObjectURL(photo.blob)
    if (image.current) image.current.src = url
    return () => URL.revokeObjectURL(url)
  }, [photo.blob])
  // oxlint-disable-next-line next/no-img-element -- it is on this device
  return <img ref={image} alt={alt} className={className} />
}
