import { type RefObject, useLayoutEffect, useState } from 'react';

/** Height of what is fixed at the bottom of the window, such as the player. */
const footerHeight = (): number => document.querySelector<HTMLElement>('.mantine-AppShell-footer')?.offsetHeight ?? 0;

/** Pixels from the element's top on the unscrolled page to the footer of the window, at least `least`. */
export function useFillHeight(element: RefObject<HTMLElement | null>, margin: number, least: number): number {
  const [height, setHeight] = useState(least);
  useLayoutEffect(() => {
    const measure = () => {
      const top = (element.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
      setHeight(Math.max(least, Math.floor(window.innerHeight - footerHeight() - top - margin)));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    const footer = document.querySelector('.mantine-AppShell-footer');
    if (footer) observer.observe(footer);
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measure);
    };
  }, [element, margin, least]);
  return height;
}
