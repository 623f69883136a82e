-- The minotaur sees badly. It goes where a light has come on, for there somebody is, and charges at whom it finds. It is heavy: after
-- a charge it stands and pants, and that is the time to shoot it, or to get away.

local CHARGE = 2.5 -- so long it can run and strike, in seconds
local PANTS = 3 -- so long it then stands
local EYES = 4.5 -- it sees the player from so far off, in tiles
local REACH = 10 -- it notices lights from so far off, in tiles
local LOOKS = 50 -- at so many places it looks in a call: at all of them in less than a second
local BRIGHT = 0.4
local MOST = 600 -- so many lit places it remembers

function process(minotaur)
    local memory = creature.memory
    if memory.pants and time() < memory.pants then
        return
    end
    local player = nearest("player", EYES)
    if player and can_see(player) then
        memory.charges = memory.charges or time()
        if time() < memory.charges + CHARGE then
            game.setTarget(minotaur, player.x, player.y, true)
            strike(player)
        else
            memory.charges, memory.pants = nil, time() + PANTS
            game.setTarget(minotaur, minotaur.x, minotaur.y)
            say("Hhh … hhh …")
        end
        return
    end
    memory.charges = nil

    if not memory.lit or memory.count > MOST then
        -- What is lit when it first looks round is nothing new.
        memory.lit, memory.count, memory.next, memory.knows, memory.glow = {}, 0, 0, false, 0
    end
    local best
    for _ = 1, LOOKS do
        local place = look(minotaur)
        if place and place.light > (if best then best.light else memory.glow) then
            best = place
        end
    end
    if best and path_to(best.x, best.y) then
        memory.glow = best.light -- it does not turn to a dimmer one that it notices on the same look round
        game.setTarget(minotaur, best.x, best.y, true)
    end
end

-- Looks at the next place, row by row; that place and its light if it has come on.
function look(minotaur)
    local memory = creature.memory
    local width = REACH * 2 + 1
    memory.next += 1
    if memory.next == width * width then
        memory.next, memory.knows, memory.glow = 0, true, 0
    end
    local x = math.floor(minotaur.x) + memory.next % width - REACH
    local y = math.floor(minotaur.y) + math.floor(memory.next / width) - REACH
    local is_deck, light = pcall(light_at, x + 0.5, y + 0.5)
    local is_lit = is_deck and light >= BRIGHT
    local place = x * 1000 + y
    if is_lit and not memory.lit[place] then
        memory.lit[place] = true
        memory.count += 1
        return if memory.knows then { x = x + 0.5, y = y + 0.5, light = light } else nil
    elseif memory.lit[place] and not is_lit then
        memory.lit[place] = nil
        memory.count -= 1
    end
    return nil
end
