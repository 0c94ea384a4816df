import { Avatar } from '@mantine/core';
import classes from './site.module.css';

/** Bar heights from 1 to 21 of a real master, in base 36. */
const BARS =
  '36666665565443333444555676665444433334455566665665443333444455566765554444333344565666676544333343444559a988876665545666788889a98776555555567889a98987776555567788889999dca99aa9a9aabccddddbbcbb99899aabbbbceeeecbbaaaa999aacdddecccdcbbeddeeeggggijkjjjifefffddedffhkiijjijkhggdddeeegfghjkjlkiigfgfededdfhihijiiijjhfgedeeeffffhjkjjkihhhfffdcdffgiihijjjka443333333334455555444433322333344544555444333322111';
const PITCH = 3;
const MIDDLE = 24;

const path = [...BARS]
  .map((digit, bar) => {
    const height = Number.parseInt(digit, 36);
    return `M${bar * PITCH + 1} ${MIDDLE - height}v${2 * height}`;
  })
  .join('');

const comments = [
  { at: 29, who: 'M', color: 'green', said: 'Can the strings breathe a little more here?', time: '1:11' },
  { at: 59, who: 'D', color: 'blue', said: '+0.8 dB at 3 kHz in version 2. Better?', time: '2:25' },
  { at: 84, who: 'M', color: 'green', said: 'Yes. That is the one.', time: '3:26' },
];

/** Illustration of a master being played, with comments at positions; drawn as one path. */
export function HeroWaveform() {
  const box = `0 0 ${BARS.length * PITCH} ${2 * MIDDLE}`;
  return (
    <div
      className={classes.hero}
      role="img"
      aria-label="The waveform of a master, with comments of client and engineer at their seconds"
    >
      <div className={classes.sound} aria-hidden>
        <svg viewBox={box} preserveAspectRatio="none" className={classes.unplayed}>
          <path id="sound" d={path} />
        </svg>
        <div className={classes.played}>
          <svg viewBox={box} preserveAspectRatio="none">
            <use href="#sound" />
          </svg>
        </div>
        <div className={classes.head} />
        {comments.map(({ at, who, color, said, time }) => (
          <div key={at} className={classes.comment} style={{ left: `${at}%` }}>
            <div className={classes.bubble}>
              <span>{time}</span> {said}
            </div>
            <Avatar size={22} radius="xl" color={color} className={classes.marker}>
              {who}
            </Avatar>
          </div>
        ))}
      </div>
    </div>
  );
}
