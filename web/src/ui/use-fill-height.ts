import { type RefObject, useLayoutEffect, useState } from 'react';

/** Pixels from the element's top on the unscrolled page to the bottom of the window, at least `least`. */
export function useFillHeight(element: RefObject<HTMLElement | null>, margin: number, least: number): number {
  const [height, setHeight] = useState(least);
  useLayoutEffect(() => {
    const measure = () => {
      const top = (element.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
      setHeight(Math.max(least, Math.floor(window.innerHeight - top - margin)));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measure);
    };
  }, [element, margin, least]);
  return height;
}
