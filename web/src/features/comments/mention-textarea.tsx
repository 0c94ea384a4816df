import { Avatar, Combobox, Group, Text, Textarea, type TextareaProps, useCombobox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { dataOf, peopleListOptions } from '../../api';
import { matching, openMention } from './mentions';

interface MentionTextareaProps extends Omit<TextareaProps, 'value' | 'onChange' | 'onKeyDown'> {
  projectId: string;
  value: string;
  onText: (text: string) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
}

/** A text box in which @ opens a list of the project's people. */
export function MentionTextarea({ projectId, value, onText, onKeyDown, ...props }: MentionTextareaProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  /** Position after the typed part of a name; null while no name is typed. */
  const [caret, setCaret] = useState<number | null>(null);
  const combobox = useCombobox();
  const [activeId, setActiveId] = useState<string | null>(null);
  const { data } = useQuery({ ...peopleListOptions({ path: { projectId } }), select: dataOf });
  const open = caret === null ? null : openMention(value, caret);
  const people = open && data ? matching([...data.people, data.engineer], open.typed) : [];
  const isOpen = people.length > 0;

  function choose(name: string) {
    if (!open || caret === null) return;
    const before = `${value.slice(0, open.at)}@${name} `;
    // At once, because a key that follows must find the caret behind the name.
    flushSync(() => {
      onText(before + value.slice(caret).replace(/^ /, ''));
      setCaret(null);
    });
    box.current?.focus();
    box.current?.setSelectionRange(before.length, before.length);
  }
  function keyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    const chosen = combobox.getSelectedOptionIndex();
    const command = isOpen && !event.nativeEvent.isComposing ? event.key : '';
    if (command === 'ArrowDown') setActiveId(combobox.selectNextOption());
    else if (command === 'ArrowUp') setActiveId(combobox.selectPreviousOption());
    else if (command === 'Enter' || command === 'Tab') choose(people[Math.max(0, chosen)]!.name);
    else if (command === 'Escape') setCaret(null);
    else return onKeyDown?.(event);
    event.preventDefault();
    event.stopPropagation();
  }
  const look = () => {
    const { current } = box;
    setCaret(current && current.selectionStart === current.selectionEnd ? current.selectionStart : null);
    combobox.resetSelectedOption();
    setActiveId(null);
  };

  return (
    <Combobox
      store={{ ...combobox, dropdownOpened: isOpen }}
      position="bottom-start"
      width={280}
      onOptionSubmit={choose}
      onClose={() => setCaret(null)}
    >
      {/* Its attributes would replace those that keep Escape from closing a dialog around the box. */}
      <Combobox.Target withKeyboardNavigation={false} withAriaAttributes={false}>
        <Textarea
          {...props}
          aria-controls={isOpen ? (combobox.listId ?? undefined) : undefined}
          aria-activedescendant={isOpen ? (activeId ?? undefined) : undefined}
          ref={box}
          value={value}
          onChange={(event) => {
            onText(event.currentTarget.value);
            look();
          }}
          onClick={look}
          onBlur={() => setCaret(null)}
          onKeyDown={keyDown}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label="People" mah={240} style={{ overflowY: 'auto' }}>
          {people.map(({ id, name }) => (
            <Combobox.Option key={id} value={name}>
              <Group gap="xs" wrap="nowrap">
                <Avatar size={24} radius="xl" name={name} aria-hidden />
                <Text size="sm" truncate>
                  {name}
                </Text>
              </Group>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
