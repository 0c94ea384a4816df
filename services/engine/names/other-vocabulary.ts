import type { Phrases, WordClass } from './word-class.js';

/** Words that name what has no slot, variants of other files, and what says nothing. */
export const OTHER_PHRASES = {
  acapella: {
    sure: `
      vox solo, solo voces, nur vocals, nur vox, vain laulu, bare vokal, tylko wokal, jen zpěv, csak ének, sadece vokal,
      только голос, чистый голос, 人声, 보컬만, pella, vocal track, vocal tracks, dry vocal, dry vocals, lead only, bvs only, choir only, vocal bus,
      vocals soloed, voice alone, voz a capela, lead vocal, acapella, acappella, a cappella, a capella, a capela,
      acap, acapellas, accapella, acca, acapela, vocals only, vocal only, only vocals, only vocal, vox only,
      voice only, vocal up only, voz sola, solo voz, solo voce, voce sola, so voz, voz so, voix seule, voix seules,
      nur gesang, nur stimme, gesang solo, alleen zang, bara sang, kun vokal, vocal stem, lead vocal only, bgv only,
      bvs only, vocals solo, solo vocal, studio acapella, akapella, akapela, アカペラ, 清唱, 干声, 아카펠라, tolko vokal, ボーカルのみ`,
    likely: `vox, aca, acc, bvs, bgvs, lead vox`,
  },
  tv: {
    sure: `
      tv, tv mix, tv track, tvmix, tvtrack, tv version, tv edit, tv instrumental, performance mix, performance track,
      perf mix, perf track, show mix, track mix, perf, tvtrk, tv trk, playback show, live playback, live track,
      sing track, with backing vocals, with bgv, with bgvs, with bvs, with backings, mit backings, mit chor,
      mit backing vocals, avec choeurs, con coros, con cori, com coros, med kor, с бэками, с бэк вокалом, с бэк вокалами,
      コーラス入り, コーラス入りカラオケ, コーラス付き, 带和声, 和声伴奏, TVサイズ, テレビ, bgv track, show track, tv master`,
    likely: `performance, tvm, show`,
  },
  stem: {
    sure: `
      stem, stems, multitrack, multitracks, multi track, drums only, bass only, beat only, kick, snare, drum stem,
      bass stem, fx stem, synth stem, guitar stem, stemmaster, submix, sub mix, ステム, 分轨, 스템, spuren, piste separee,
      pistes separees, drums stem, no drums, drumless, bass stem, music stem, m and e, only, solo, beat stem,
      gtr stem, keys stem`,
    likely: `gtr, guitars, synths, horns, stempack, splits, schlagzeug, барабаны, drums, perc, percussion, gtrs, bgv, keys only, bus, buss, strings only`,
  },
  reference: {
    sure: `
      for review, client review, watermark, watermarked, vinyl rip, lp rip, cd rip, tape rip, cassette rip, board mix,
      desk mix, from desk, to be mastered, for mstr, 4 mastering, for mast, 4mast, for master, para masterizar, para masterização,
      para mastering, pour mastering, pour le mastering, per mastering, per il mastering, till mastring, til mastering,
      zum mastern, zum mastering, für mastering, fürs mastering, voor mastering, do masteringu, на мастеринг,
      для мастеринга, mastering için, masteringhoz, bez masteru, ilman masterointia, from client, from band,
      unprocessed, mezcla final, mixage final, mixaggio finale, vertailu, viite, unmixed, mix premaster, premaster mix, before master, before mastering, prior to mastering, mix for approval, mix ref,
      pre master mix, no limiter mix, flat mix, flat, mixref, refmix, mix reference, client mix, approved mix,
      final mix, mix final, mixfinal, stereo print, 2 track mix, two track, no mastering, vor mastering,
      avant mastering, source mix, source, src, soundcheck ref, check master, phone check, car test, listening test,
      ref, refs, reference, references, reference mix, ref mix, for reference, reference only, ref only, referenz,
      referencia, riferimento, referens, referentie, リファレンス, 参考, 参考音源, codec check, mfit check, codec, roundtrip,
      round trip, aac, ogg, audition, mp3 check, preview, listening copy, comparison, a b test, ab test, qc,
      for approval, client copy, not master, not for release, do not use, dont use, do not release, unmastered,
      un mastered, not mastered, raw, rough, rough mix, ruff, ruff mix, rohmix, ragmix, ramix, pfm, premix, pre mix,
      print for mastering, mix print, mix for mastering, for mastering, to master, mixdown for mastering, ラフ, ラフミックス,
      仮ミックス, 未マスタリング, 粗混, no mst, nomst, no master, nomaster, not mst, no mastering yet, w o master, w o mastering, without master,
      without mastering, before mst, pre mst, premst, unmst, non master, non mastered, nonmastered, ohne master,
      sans mastering, sans master, sin master, sin masterizar, sin mastering, senza master, senza mastering, sem master,
      nao masterizado, ungemastert, niet gemasterd, ej mastrad, omastrad, umastret, bez masteringu, mix no limiter,
      mix no lim, unlimited mix, mix ready, mix bounce, mix export, mix file, mix only, just the mix, referenza, check, bocet, target, competitor, inspiration, temoin, snippets, proof`,
    likely: `
      mezcla, mezclas, mixagem, mixage, mixaggio, missaggio, mischung, abmischung, miksaus, miks, mikss, keverés,
      míchání, zmiksowane, сведение, микс, 缩混, 믹스, 믹스다운, mixing, premaster, pre master, premastering, pre mastering, premastered, prem, mix, mixes, mixdown, mixdowns, mx, temp, listen,
      ref master, mix master, 2mix, stereo mix, ミックス, 混音`,
  },
  tone: {
    sure: `
      reference tone, ref tone, tuning, tuner, tuning note, count off, countoff, countin, clap, claps, sync pip,
      2 pop, two pop, beep, pip, bars and tone, mic check, mic test, soundcheck test, dead air, silencio, silenzio,
      stille, noise print, noiseprint, birds, rain, wind, street noise, studio noise, tape hiss, needle drop,
      groove noise, surface noise, locked groove, 室内音, dither noise, room tone, roomtone, tone, tones, test tone,
      test tones, testtone, sine, 1k, 1khz, pink noise, white noise, noise, silence, line up, lineup, line up tone,
      slate, slates, calibration, sweep, test, sessiontest, session test, testing, ambience, ambient noise,
      room ambience, atmo, raumton, ruido, rumore, bruit, tono de sala, pregap, pre gap, noise floor, hum, count in,
      clicktrack, click, click track, metronome, page turns, page turn, chair, chatter, talkback, studio chatter, 無音,
      ノイズ, 测试, leader, blank, empty`,
  },
  unfinished: {
    sure: `
      סקיצה, דמו, ديمو, ντέμο, черновая, набросок, 초안, utkast, skisse, kladde, arbeitsversion, arbetsversion, arbeidsversjon, maketa, makett, proefmix, oefenversie,
      versión de trabajo, versao de trabalho, version de travail, versione di lavoro, рабочая версия, робоча версія,
      эскиз, демка, jam, jam session, improv, improvisation, run through,
      runthrough, warm up, warmup, false start, blooper, bloopers, prototype, concept, pre production, preproduction,
      preprod, vorproduktion, rough cut, acoustic demo, piano demo, esquisse, probeaufnahme, try out, tryout,
      test vocal, demo, demos, home demo, rough demo, scratch, scratch vocal, guide, guide vocal, guide track,
      work tape, worktape, wip, work in progress, sketch, idea, draft, rehearsal, practice, outtake, out take,
      alternate take, alt take, take, takes, voice memo, voicememo, memo, phone recording, writing session,
      unfinished, rohfassung, vorabmix, entwurf, probe, maquette, maqueta, brouillon, ebauche, provino, bozza, ensayo,
      borrador, premezcla, ensaio, guia, esboco, skiss, demonstracao, szkic, proba, chernovik, デモ, 仮歌, 仮, 仮タイトル, 試作,
      小样, 데모, 가이드, prova, schets, luonnos, vazlat, taslak, not final, placeholder`,
    likely: `home rec, phone, attempt, temp mix, test mix, old mix, early mix, early version`,
  },
  whole: {
    sure: `
      hele pladen, hele plata, hela skivan, celá deska, cała płyta, teljes album, album intero, весь альбом, 整轨, 전체,
      album in sequence, all in one, sequenced, album preview, full program, whole program, side 1, side 2, side1,
      side2, sidea, sideb, sidec, sided, reel a, reel b, reel 1, reel 2, tape side a, tape side b, cassette side a,
      cassette side b, cassette, end to end, top to tail, full set list, back to back, complete side, album wav,
      gapless album, full cd, cd sequence, vinyl side, lp side, full album, whole album, complete album,
      album complete, full album sequence, sequence, album sequence, album master, full sequence, continuous,
      continuous mix, gapless, one file, single file, full side, side, sides, side one, side two, side a, side b,
      side c, side d, aside, bside, a side, b side, c side, d side, lato, seite, cara, lado, face, kant, sida, puoli,
      strona, strana, storona, puoli a, lato a, lato b, seite a, seite b, cara a, cara b, lado a, lado b, face a,
      face b, kant a, kant b, ddp, ddp image, ddpi, image, cd image, disc image, disk image, cue, full disc,
      whole disc, disc continuous, megamix, minimix, non stop, nonstop, medley, dj mix, mixed, all tracks, all songs,
      compilation, sampler, montage, assembly, assembled, master sequence, running order, full ep, whole ep,
      ep master, complete, completo, completa, complet, komplett, gesamt, durchlaufend, continu, integrale,
      album completo, album entier, disco completo, disco intero, ganzes album, hela albumet, calosc, suite complete,
      全曲, 通し, 全曲通し, 全专辑, 整张, 전곡, kogonaisuus, koko levy, volledig, a面, b面, A面, B面, playout, tracklist,
      instrumental album`,
    likely: `album mix, full length, whole, entire, full set, pq, pq sheet, all, mixtape mix, joined, image file`,
  },
  snippet: {
    sure: `
      trailer cut, promo, promo cut, spot 30, tv spot, radio spot, advert, social cut, social clip, social media,
      hook, highlight, highlights, preview 30, thirty seconds, sample clip, intro loop, youtube short, yt short,
      previewclip, audiogram, apertura, sigla, snippet, snip, teaser, trailer, promo clip, clip, tiktok, tik tok,
      reel, reels, instagram, insta, story, shorts, ringtone, excerpt, preview clip, 30s, 15s, 60s, 30sec, 60sec,
      15sec, 30 sec, 60 sec, 15 sec, 30 second, 60 second, cutdown, cut down, sting, bumper, jingle, ident,
      station id, radio id, promo, ad edit, sync edit, hook only, chorus only, intro only, ausschnitt, extrait,
      extracto, estratto, fragment, fragmento, 試聴, 试听, 미리듣기, sizzle`,
    likely: `chorus, verse, short, tag, loop edit, cut 30, id`,
  },
  live: {
    sure: `
      live, live at, live in, live from, live on, live session, en vivo, en directo, ao vivo, dal vivo, en concert,
      unplugged, acoustic, acoustic version, akustik, acustico, acustica, acoustique, akustisch, session,
      radio session, in concert, ライブ, 现场, 라이브, piano version, strings version, orchestral version, stripped,
      stripped version, acoustic mix, demo version, spanish version, english version, german version, french version,
      japanese version, duet version, kids version, lullaby version, alternate version, alternative version, reprise,
      soundcheck`,
    likely: `
      concert, version acoustique, piano, strings, orchestral, orchestra, string quartet, choir, duet, en español,
      auf deutsch, deutsch, spanish, german, french, italian, english`,
  },
  remix: {
    sure: `
      12 inch mix, 12 inch version, 12in mix, bootleg, remix, rmx, remixed, remixes, rework, reworked, refix, flip, vip, vip mix, dub, dub mix, dub version, club mix,
      extended, extended mix, extended version, ext mix, club edit, mashup, mash up, bootleg mix, slowed,
      slowed reverb, slowed and reverb, sped up, spedup, speed up, nightcore, 8d, chopped, screwed,
      chopped and screwed, dj tool, djtool, tool, dub tool, dj edit, intro edit, dj intro, quick hitter, transition,
      リミックス, 混音版, 리믹스, edit extended, longer version, jersey club, drum tool, bonus beat, bonus beats, reverb,
      daycore, 432hz, 432 hz`,
    likely: `12 mix, club, mix edit, ext, transposed, half step down, half step up, lower key, higher key, cover, tribute`,
  },
  surround: {
    sure: `
      atmos, dolby atmos, adm bwf, binaural, surround, 5 1, 5.1, 7 1, 7.1.4, 7 1 4, 5 1 mix, spatial, spatial audio,
      immersive, 360ra, 360 reality, ambisonic, quad mix, dolby, headphone mix`,
    likely: `bin`,
  },
  sample: {
    sure: `
      ad lib, ad libs, adlib, adlibs, drum hit, bass hit, hits, perc loop, drumloop, sound design, fx hits, vox chop,
      vocal chop, chops, oneshots pack, sample pack, acapella loop, siren, gunshot, reload, scratch hook, loop, loops,
      one shot, oneshot, oneshots, one shots, sample, samples, hats, hihat, hi hat, hihats, 808, 808s, fx, sfx, foley,
      geräusche, nur geräusche, nur effekte, bruitages, rumori, 効果音のみ, ambiance only, riser, airhorn, air horn, drop, drops, dj drop, producer tag, vocal tag, impact, sound effect, effect,
      kick drum, midi, sound fx, efecto, effet, geluid, effekt, 效果音, 効果音, stab, whoosh, scratchs, drum loop, break,
      fill, applause, crowd noise, crowd`,
  },
  spoken: {
    sure: `
      voicenote, session notes, engineer notes, track by track, story intro, press kit, epk, spoken notes, dictation,
      diary, shout out, shoutout, liner, host, hosted, announcement, announce, thank you message, hörbuch, interview,
      commentary, voice note, voice notes, notes, note, instructions, voiceover, voice over, vo, podcast, message,
      answering machine, voicemail, audio book, audiobook, read me, readme, feedback, memo note, talk, talking,
      liner notes, speech, read this, slate voice`,
  },
  edit: {
    sure: `
      single edit, short edit, short version, edit, video edit, film edit, alt edit, club radio edit, short mix,
      kurzversion, version courte, version corta, versione corta, shortened, film version, movie version,
      video version, game edit, trailer edit, long version, long`,
  },
  alternate: {
    sure: `
      clean eq, alt, alternate, alternative, alt mix, alt master, alternate master, louder, loud, quieter, softer, brighter,
      darker, warmer, bright, warm, dynamic, less limited, more limited, unlimited, no limiter, nolim, limited,
      vocal up, vocals up, vox up, lv up, lvup, lead vocal up, vocal down, vocals down, vox down, lv down, bv up,
      bgv up, vup, vdn, voc up, bass up, drums up, snare up, kick up, tagless, no tags, no tag, without tags,
      untagged, tag free, option, option a, option b, opt a, opt b, version a, version b, mix a, mix b, wide, wider,
      hot, hotter, safety, backup, bkp, bak, less bass, more bass, dry, wet, eq, eq version, trim, minus 1db,
      plus 1db, lauter, leiser, mas fuerte, plus fort, ボーカルアップ, no fade, without fade, cold end, cold ending,
      hard end, with fade, duplicate, dupe, spare, unused`,
    likely: `up, down, or, b version, another, second version, other`,
  },
  older: {
    sure: `
      corrupt, corrupted, autosave, recovered, first attempt, first pass, 1st pass, initial version, dnu, no usar, ne pas utiliser, nicht verwenden, non usare, не использовать, vanha, eski, παλιό, replaced, ボツ,
      废弃, not approved, unapproved, not this, not this one, wrong version, do not send, declined, ignore, discard, delete,
      scrap, scrapped, dropped, old, older, old master, previous, prev, superseded, obsolete, outdated, deprecated,
      archive, archived, vorherige, ancien, antiguo, viejo, vecchio, velho, gammal, 旧, 旧版, 古い, 이전, staryi, stary,
      rejected, withdrawn, bad, wrong`,
  },
  filler: {
    sure: `
      after notes, notes applied, with notes, per notes, client notes, redo, redone, tweak, tweaks, tweaked, adjusted,
      recalled, recall, applied, final, finale, finals, finished, done, approved, approve, ok, use this, use this one, use, this, new, newest,
      latest, last, current, good, best, definitive, definitif, definitivo, endfassung, endversion, fertig, neu,
      nouveau, nuevo, novo, nuovo, ultima, ultimo, version, ver, vers, versione, versao, versie, wersja, versiia,
      fassung, mit, wav, aiff, flac, mp3, audio, file, export, exported, rendered, render, print, printed, bit, bits,
      khz, hz, k, stereo, interleaved, int, lr, fade, new fade, fixed, fix, update, updated, corrected, revised,
      revision, rev, r, v, m, take this, track, trk, tr, t, no, nr, nummer, number, song, title, titel, titre, tema,
      faixa, traccia, pista no, cancion, feat, ft, featuring, with, prod, prod by, produced by, by, presents, pres,
      vs, and, the, a, of, in, on, to, for, from, copy, copia, kopie, at, 用, 版, 盤用, 完成, 完成版, 最終, 最终, 修正, バージョン, 新, 최종,
      완성, vol, volume, disc, disk, disco, lufs, db, dbtp, dbfs, bpm, full scale, headroom, peak, bandas, mono, reup,
      reupload, re upload, resend, approved master, per client, client, upload, delivery, deliver, deliverable,
      deliverables, pcm, broadcast wav, bwf`,
    likely: `
      der, die, das, el, la, le, les, los, las, un, une, il, lo, de, del, di, da, do, du, et, y, e, und, och, og, en,
      i, o, w, x, n, s`,
  },
  useless: {
    sure: `
      objekt, object, untitled, unnamed, no name, noname, unknown, audio track, new recording, recording, aufnahme, enregistrement,
      grabacion, registrazione, project, projekt, proyecto, progetto, default, region, clip audio, consolidated,
      output, out, mixdown file, unlabelled, unlabeled, unbenannt, sans titre, sin titulo, senza titolo, sem titulo,
      無題, 未命名, 제목없음, zoom, dictaphone`,
    likely: `session, bounce, bounced, bounces, master out, stereo out`,
  },
} satisfies Partial<Record<WordClass, Phrases>>;
